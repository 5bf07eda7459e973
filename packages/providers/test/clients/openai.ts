import OpenAI, { APIError } from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessage,
  ChatCompletionTool,
} from 'openai/resources/chat/completions';
import { z } from 'zod';
import { CITY, LEFT, RESULT, type Client, type Reach } from './client.ts';

const completionsOf = ({ baseURL, apiKey }: Reach) =>
  new OpenAI({ baseURL, apiKey, maxRetries: 0 }).chat.completions;

const asked = (content: string) => ({ role: 'user', content }) as const;
const TOOLS: ChatCompletionTool[] = [
  { type: 'function', function: { name: 'weather', parameters: CITY } },
];
const streamOf = ({ model }: Reach): ChatCompletionCreateParamsStreaming => ({
  model,
  messages: [asked('Hi')],
  stream: true,
});

/** The official client of OpenAI. */
export const OPENAI: Client = {
  async whole(reach, words) {
    const { model } = reach;
    const answer = await completionsOf(reach).create({ model, messages: [asked(words)] });
    return {
      text: answer.choices[0]?.message.content ?? '',
      tokens: answer.usage?.total_tokens,
    };
  },

  async streamed(reach, words) {
    const stream = completionsOf(reach).stream({
      model: reach.model,
      messages: [asked(words)],
      stream_options: { include_usage: true },
    });
    const { choices, usage } = await stream.finalChatCompletion();
    return { text: choices[0]?.message.content ?? '', tokens: usage?.total_tokens };
  },

  async loop(reach, { stream }) {
    const completions = completionsOf(reach);
    const messages = [asked('Weather?')];
    const first: Omit<ChatCompletionCreateParamsNonStreaming, 'stream'> = {
      model: reach.model,
      messages,
      tools: TOOLS,
      tool_choice: 'required',
    };
    const message: ChatCompletionMessage | undefined = stream
      ? await completions.stream(first).finalMessage()
      : (await completions.create(first)).choices[0]?.message;
    const [call] = message?.tool_calls ?? [];
    if (message === undefined || call?.type !== 'function') throw new Error('no call');
    const { name, arguments: input } = call.function;
    const result = { role: 'tool', tool_call_id: call.id, content: RESULT } as const;
    const after = await completions.create({
      ...first,
      tool_choice: 'auto',
      messages: [...messages, message, result],
    });
    return { name, input: JSON.parse(input), text: after.choices[0]?.message.content ?? '' };
  },

  async structured(reach) {
    const answer = await completionsOf(reach).parse({
      model: reach.model,
      messages: [asked('Which city?')],
      response_format: zodResponseFormat(z.object({ city: z.string() }), 'place'),
    });
    return answer.choices[0]?.message.parsed;
  },

  async abort(reach, controller) {
    const { signal } = controller;
    const stream = await completionsOf(reach).create(streamOf(reach), { signal });
    for await (const _ of stream) controller.abort(LEFT);
  },

  async refused(reach) {
    const { model } = reach;
    const answer = completionsOf(reach).create({ model, messages: [asked('Hi')] });
    const error: unknown = await answer.catch((thrown: unknown) => thrown);
    return error instanceof APIError ? error.status : undefined;
  },

  async broken(reach) {
    let text = '';
    try {
      for await (const { choices } of await completionsOf(reach).create(streamOf(reach))) {
        text += choices[0]?.delta.content ?? '';
      }
    } catch (error) {
      if (error instanceof APIError) return { text, message: error.message };
    }
    return { text, message: '' };
  },
};
