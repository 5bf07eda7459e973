import type { MockTenant } from '@model-gateway/mock';
import { SDK_CLIENTS } from '../chat/sdk-clients.ts';
import { clientOf } from '../chat/talk.ts';

type Tenant = Pick<MockTenant, 'baseURL' | 'apiKey'>;

/** The clients of the table of endings of conversations: what each hears, piece by piece. */
export const LISTENERS: Readonly<Record<string, (t: Tenant) => AsyncIterable<string>>> = {
  fetch: raw,
  ...Object.fromEntries(
    Object.entries(SDK_CLIENTS).map(([name, { texts }]) => [name, (t: Tenant) => texts(t, 'poem')]),
  ),
  /** This client passes the event of an error on like any other. */
  async *responses(t) {
    const request = { model: 'acme/quill-1', input: 'poem', stream: true as const };
    for await (const event of await clientOf(t).responses.create(request)) {
      if (event.type === 'response.output_text.delta') yield event.delta;
      if (event.type === 'response.failed') yield event.type;
    }
  },
};

/** Pieces of chat completions, and what stands beside them. */
async function* raw({ baseURL, apiKey }: Tenant): AsyncGenerator<string> {
  const { body } = await fetch(`${baseURL}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'acme/quill-1',
      messages: [{ role: 'user', content: 'poem' }],
      stream: true,
    }),
  });
  let rest = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const frames = (rest + chunk).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const data = frame.slice('data: '.length);
      if (data === '[DONE]') yield data;
      else if (data.includes('"error":')) yield 'error';
      else yield* contentIn(data);
    }
  }
}

function contentIn(data: string): readonly string[] {
  const { choices } = JSON.parse(data);
  const content: unknown = choices[0]?.delta?.content;
  return typeof content === 'string' && content !== '' ? [content] : [];
}
