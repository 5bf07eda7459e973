import { createOpenRouter } from '@openrouter/ai-sdk-provider';
import { OpenRouter } from '@openrouter/sdk';
import { generateImage } from 'ai';
import OpenAI from 'openai';
import type { MockTenant } from '@model-gateway/mock';

/** The clients of the fault table. */
export type Client = 'fetch' | '@openrouter/sdk' | 'AI SDK' | 'openai';

const PAINT = 'acme/paint-1';
const PANDA = { model: PAINT, prompt: 'red panda', size: '64x64' };

type Reach = Pick<MockTenant, 'apiKey' | 'baseURL'>;

interface DrawOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether the client tries again as it does by default, or not at all. */
  readonly retries: boolean;
}

/** How each client asks for one image; what it makes of the answer. */
export const DRAW: Readonly<Record<Client, (t: Reach, options: DrawOptions) => Promise<unknown>>> =
  {
    async fetch(t, { signal }) {
      const response = await post(t, PANDA, signal);
      return (await response.json()).data;
    },
    async '@openrouter/sdk'(t, { signal, retries }) {
      const result = await sdk(t, retries).images.generate(
        { imageGenerationRequest: { ...PANDA, stream: false } },
        signal === undefined ? {} : { fetchOptions: { signal } },
      );
      return 'data' in result ? result.data : result;
    },
    async 'AI SDK'(t, { signal, retries }) {
      const provider = createOpenRouter({ apiKey: t.apiKey, baseURL: t.baseURL });
      const { images } = await generateImage({
        model: provider.imageModel(PAINT),
        prompt: PANDA.prompt,
        size: '64x64',
        ...(retries ? {} : { maxRetries: 0 }),
        ...(signal === undefined ? {} : { abortSignal: signal }),
      });
      return images;
    },
    async openai(t, { signal, retries }) {
      const answer: unknown = await openai(t, retries).post('/images', { body: PANDA, signal });
      return hasData(answer) ? answer.data : answer;
    },
  };

/** The clients that read a stream of images event by event. */
export type StreamingClient = Exclude<Client, 'AI SDK'>;

/** The types of the events as they come, `[DONE]` included where the client shows it. */
export const WATCH: Readonly<
  Record<StreamingClient, (t: Reach, signal: AbortSignal) => AsyncIterable<string>>
> = {
  async *fetch(t, signal) {
    const { body } = await post(t, { ...PANDA, stream: true }, signal);
    const text = body?.pipeThrough(new TextDecoderStream()) ?? [];
    let rest = '';
    for await (const chunk of text) {
      const events = (rest + chunk).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) yield /"type":"([^"]+)"/.exec(event)?.[1] ?? event.slice(6);
    }
  },
  async *'@openrouter/sdk'(t, signal) {
    const stream = await sdk(t, false).images.generate(
      { imageGenerationRequest: { ...PANDA, stream: true } },
      { fetchOptions: { signal } },
    );
    if ('data' in stream) return;
    for await (const { type } of stream) yield type;
  },
  async *openai(t, signal) {
    const body = { ...PANDA, stream: true };
    const stream = await openai(t, false).post<AsyncIterable<{ type: string }>>('/images', {
      body,
      stream: true,
      signal,
    });
    for await (const { type } of stream) yield type;
  },
};

function post(
  { baseURL, apiKey }: Reach,
  body: object,
  signal: AbortSignal | undefined,
): Promise<Response> {
  return fetch(`${baseURL}/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
}

function sdk({ baseURL, apiKey }: Reach, retries: boolean): OpenRouter {
  const options = { apiKey, serverURL: baseURL };
  return new OpenRouter(retries ? options : { ...options, retryConfig: { strategy: 'none' } });
}

function openai({ baseURL, apiKey }: Reach, retries: boolean): OpenAI {
  const options = { apiKey, baseURL };
  return new OpenAI(retries ? options : { ...options, maxRetries: 0 });
}

function hasData(answer: unknown): answer is { readonly data: unknown } {
  return typeof answer === 'object' && answer !== null && 'data' in answer;
}
