import Anthropic, { APIError } from '@anthropic-ai/sdk';
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod';
import type { Message, MessageParam, Tool } from '@anthropic-ai/sdk/resources/messages';
import { z } from 'zod';
import { CITY, LEFT, RESULT, type Client, type Reach } from './client.ts';

/** It adds the version to the address by itself. */
export const messagesOf = ({ baseURL, apiKey }: Reach) =>
  new Anthropic({ baseURL: baseURL.replace(/\/v1$/, ''), apiKey, maxRetries: 0 }).messages;

const asking = ({ model }: Reach, content: string) => ({
  model,
  max_tokens: 1024,
  messages: [{ role: 'user', content } satisfies MessageParam],
});
const TOOLS: Tool[] = [
  { name: 'weather', input_schema: { ...CITY, required: [...CITY.required] } },
];

const textIn = ({ content }: Message) =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');

function saidIn(message: Message) {
  const { input_tokens: fresh, cache_read_input_tokens: cached, output_tokens } = message.usage;
  return { text: textIn(message), tokens: fresh + (cached ?? 0) + output_tokens };
}

/** The official client of Anthropic. */
export const ANTHROPIC: Client = {
  async whole(reach, words) {
    return saidIn(await messagesOf(reach).create(asking(reach, words)));
  },

  async streamed(reach, words) {
    return saidIn(await messagesOf(reach).stream(asking(reach, words)).finalMessage());
  },

  async loop(reach, { stream }) {
    const messages = messagesOf(reach);
    const question = asking(reach, 'Weather?');
    const first = { ...question, tools: TOOLS, tool_choice: { type: 'any' as const } };
    const { content } = stream
      ? await messages.stream(first).finalMessage()
      : await messages.create(first);
    const call = content.find((block) => block.type === 'tool_use');
    if (call === undefined) throw new Error('no call');
    const { id, name, input } = call;
    const result = { type: 'tool_result', tool_use_id: id, content: RESULT } as const;
    const after = await messages.create({
      ...question,
      tools: TOOLS,
      messages: [
        ...question.messages,
        { role: 'assistant', content },
        { role: 'user', content: [result] },
      ],
    });
    return { name, input, text: textIn(after) };
  },

  async structured(reach) {
    const answer = await messagesOf(reach).parse({
      ...asking(reach, 'Which city?'),
      output_config: { format: zodOutputFormat(z.object({ city: z.string() })) },
    });
    return answer.parsed_output;
  },

  async abort(reach, controller) {
    const { signal } = controller;
    const stream = messagesOf(reach).stream(asking(reach, 'Hi'), { signal });
    stream.on('text', () => controller.abort(LEFT));
    await stream.done();
  },

  async refused(reach) {
    const answer = messagesOf(reach).create(asking(reach, 'Hi'));
    const error: unknown = await answer.catch((thrown: unknown) => thrown);
    return error instanceof APIError ? error.status : undefined;
  },

  async broken(reach) {
    let text = '';
    const stream = messagesOf(reach).stream(asking(reach, 'Hi'));
    stream.on('text', (piece) => (text += piece));
    const error: unknown = await stream.done().catch((thrown: unknown) => thrown);
    return { text, message: error instanceof APIError ? error.message : '' };
  },
};
