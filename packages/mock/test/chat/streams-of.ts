import Anthropic from '@anthropic-ai/sdk';
import type { MockTenant } from '@model-gateway/mock';
import { clientOf } from './talk.ts';

type Tenant = Pick<MockTenant, 'baseURL' | 'apiKey'>;

const MODEL = 'acme/quill-1';

/** The official client of messages, whose base URL has no version in it. */
export function anthropicOf({ baseURL, apiKey }: Tenant, { maxRetries = 0 } = {}): Anthropic {
  return new Anthropic({ baseURL: baseURL.replace(/\/v1$/, ''), apiKey, maxRetries });
}

/** Streams what a model says to a question, by the official client of each dialect: its texts. */
export const TEXTS: Readonly<
  Record<'openai' | 'anthropic' | 'responses', (t: Tenant, said: string) => AsyncIterable<string>>
> = {
  async *openai(t, content) {
    const messages = [{ role: 'user' as const, content }];
    const { completions } = clientOf(t).chat;
    for await (const chunk of await completions.create({ model: MODEL, messages, stream: true })) {
      const text = chunk.choices[0]?.delta.content ?? '';
      if (text !== '') yield text;
    }
  },
  async *anthropic(t, content) {
    const messages = [{ role: 'user' as const, content }];
    const request = { model: MODEL, messages, max_tokens: 100, stream: true } as const;
    for await (const event of await anthropicOf(t).messages.create(request)) {
      if (event.type !== 'content_block_delta') continue;
      if (event.delta.type === 'text_delta') yield event.delta.text;
    }
  },
  async *responses(t, input) {
    const { responses } = clientOf(t);
    for await (const event of await responses.create({ model: MODEL, input, stream: true })) {
      if (event.type === 'response.output_text.delta') yield event.delta;
      if (event.type === 'response.failed') throw new Error(JSON.stringify(event.response.error));
    }
  },
};

/** Resolves with everything that comes. */
export async function allOf<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The frames of a streamed answer to a question, by dialect. */
export async function framesOf(
  { baseURL, apiKey }: Tenant,
  dialect: keyof typeof TEXTS,
  content: string,
): Promise<readonly string[]> {
  const paths = { openai: 'chat/completions', anthropic: 'messages', responses: 'responses' };
  const said =
    dialect === 'responses' ? { input: content } : { messages: [{ role: 'user', content }] };
  const limit = dialect === 'anthropic' ? { max_tokens: 100 } : {};
  const response = await fetch(`${baseURL}/${paths[dialect]}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: MODEL, stream: true, ...limit, ...said }),
  });
  return (await response.text()).split('\n\n').filter((frame) => frame !== '');
}
