import { OpenRouter } from '@openrouter/sdk';
import { OpenRouterError } from '@openrouter/sdk/models/errors';
import type {
  ChatMessages,
  ChatRequest,
  ChatResult,
  ChatStreamChunk,
} from '@openrouter/sdk/models';
import { CITY, LEFT, RESULT, type Client, type Reach } from './client.ts';

const chatOf = ({ baseURL, apiKey }: Reach) =>
  new OpenRouter({ apiKey, serverURL: baseURL, retryConfig: { strategy: 'none' } }).chat;

async function whole(reach: Reach, request: Omit<ChatRequest, 'stream'>): Promise<ChatResult> {
  const answer = await chatOf(reach).send({ chatRequest: { ...request, stream: false } });
  if (!('usage' in answer)) throw new Error('not whole');
  return answer;
}

async function chunksOf(
  reach: Reach,
  request: Omit<ChatRequest, 'stream'>,
  signal?: AbortSignal,
): Promise<AsyncIterable<ChatStreamChunk>> {
  const answer = await chatOf(reach).send(
    { chatRequest: { ...request, stream: true } },
    signal === undefined ? {} : { fetchOptions: { signal } },
  );
  if (!(Symbol.asyncIterator in answer)) throw new Error('not a stream');
  return answer;
}

const asked = (content: string) => ({ role: 'user', content }) as const;
const TOOLS = [
  { type: 'function' as const, function: { name: 'weather', parameters: { ...CITY } } },
];

function textIn({ choices }: ChatResult): string {
  const content = choices[0]?.message.content;
  return typeof content === 'string' ? content : '';
}

/** The call of a stream, joined from its pieces. */
async function streamedCall(reach: Reach, request: Omit<ChatRequest, 'stream'>) {
  const call = { id: '', name: '', arguments: '' };
  for await (const { choices } of await chunksOf(reach, request)) {
    for (const piece of choices[0]?.delta.toolCalls ?? []) {
      call.id += piece.id ?? '';
      call.name += piece.function?.name ?? '';
      call.arguments += piece.function?.arguments ?? '';
    }
  }
  const { id, ...called } = call;
  return { id, type: 'function' as const, function: called };
}

/** The official client of OpenRouter, which validates every answer. */
export const OPENROUTER_SDK: Client = {
  async whole(reach, words) {
    const answer = await whole(reach, { model: reach.model, messages: [asked(words)] });
    return { text: textIn(answer), tokens: answer.usage?.totalTokens };
  },

  async streamed(reach, words) {
    let text = '';
    let tokens: number | undefined;
    const request = { model: reach.model, messages: [asked(words)] };
    for await (const { choices, usage } of await chunksOf(reach, request)) {
      text += choices[0]?.delta.content ?? '';
      tokens = usage?.totalTokens ?? tokens;
    }
    return { text, tokens };
  },

  async loop(reach, { stream }) {
    const messages = [asked('Weather?')];
    const { model } = reach;
    const first = { model, messages, tools: TOOLS, toolChoice: 'required' } as const;
    const call = stream
      ? await streamedCall(reach, first)
      : (await whole(reach, first)).choices[0]?.message.toolCalls?.[0];
    if (call === undefined) throw new Error('no call');
    const history: ChatMessages[] = [
      ...messages,
      { role: 'assistant', content: null, toolCalls: [call] },
      { role: 'tool', toolCallId: call.id, content: RESULT },
    ];
    const after = await whole(reach, { model, messages: history, tools: TOOLS });
    const { name, arguments: input } = call.function;
    return { name, input: JSON.parse(input), text: textIn(after) };
  },

  async structured(reach) {
    const answer = await whole(reach, {
      model: reach.model,
      messages: [asked('Which city?')],
      responseFormat: { type: 'json_schema', jsonSchema: { name: 'place', schema: { ...CITY } } },
    });
    return JSON.parse(textIn(answer));
  },

  async abort(reach, controller) {
    const request = { model: reach.model, messages: [asked('Hi')] };
    const chunks = await chunksOf(reach, request, controller.signal);
    for await (const _ of chunks) controller.abort(LEFT);
  },

  async refused(reach) {
    const answer = whole(reach, { model: reach.model, messages: [asked('Hi')] });
    const error: unknown = await answer.catch((thrown: unknown) => thrown);
    return error instanceof OpenRouterError ? error.statusCode : undefined;
  },

  async broken(reach) {
    let [text, message] = ['', ''];
    const request = { model: reach.model, messages: [asked('Hi')] };
    for await (const { choices, error } of await chunksOf(reach, request)) {
      text += choices[0]?.delta.content ?? '';
      message = error?.message ?? message;
    }
    return { text, message };
  },
};
