import OpenAI, { APIError } from 'openai';
import { zodTextFormat } from 'openai/helpers/zod';
import type { ResponseInput, Tool } from 'openai/resources/responses/responses';
import { z } from 'zod';
import { CITY, LEFT, RESULT, type Client, type Reach } from './client.ts';

const responsesOf = ({ baseURL, apiKey }: Reach) =>
  new OpenAI({ baseURL, apiKey, maxRetries: 0 }).responses;

const TOOLS: Tool[] = [{ type: 'function', name: 'weather', parameters: CITY, strict: true }];

/** The official client of OpenAI, with Responses. */
export const OPENAI_RESPONSES: Client = {
  async whole(reach, words) {
    const { model } = reach;
    const { output_text: text, usage } = await responsesOf(reach).create({ model, input: words });
    return { text, tokens: usage?.total_tokens };
  },

  async streamed(reach, words) {
    const stream = responsesOf(reach).stream({ model: reach.model, input: words });
    const { output_text: text, usage } = await stream.finalResponse();
    return { text, tokens: usage?.total_tokens };
  },

  async loop(reach, { stream }) {
    const responses = responsesOf(reach);
    const input: ResponseInput = [{ role: 'user', content: 'Weather?' }];
    const first = { model: reach.model, input, tools: TOOLS, tool_choice: 'required' as const };
    const { output } = stream
      ? await responses.stream(first).finalResponse()
      : await responses.create(first);
    const [call] = output;
    if (call?.type !== 'function_call') throw new Error('no call');
    const { name, arguments: json, call_id: id } = call;
    const result = { type: 'function_call_output', call_id: id, output: RESULT } as const;
    const after = await responses.create({
      ...first,
      tool_choice: 'auto',
      // What was answered can be asked again: that is the point of the interface.
      input: [...input, ...(output as ResponseInput), result],
    });
    return { name, input: JSON.parse(json), text: after.output_text };
  },

  async structured(reach) {
    const answer = await responsesOf(reach).parse({
      model: reach.model,
      input: 'Which city?',
      text: { format: zodTextFormat(z.object({ city: z.string() }), 'place') },
    });
    return answer.output_parsed;
  },

  async abort(reach, controller) {
    const { signal } = controller;
    const request = { model: reach.model, input: 'Hi', stream: true } as const;
    for await (const event of await responsesOf(reach).create(request, { signal })) {
      if (event.type === 'response.output_text.delta') controller.abort(LEFT);
    }
  },

  async refused(reach) {
    const { model } = reach;
    const answer = responsesOf(reach).create({ model, input: 'Hi' });
    const error: unknown = await answer.catch((thrown: unknown) => thrown);
    return error instanceof APIError ? error.status : undefined;
  },

  async broken(reach) {
    let text = '';
    const request = { model: reach.model, input: 'Hi', stream: true } as const;
    for await (const event of await responsesOf(reach).create(request)) {
      if (event.type === 'response.output_text.delta') text += event.delta;
      // The client does not throw: its caller looks at the status.
      if (event.type !== 'response.failed') continue;
      return { text, message: event.response.error?.message ?? '' };
    }
    return { text, message: '' };
  },
};
