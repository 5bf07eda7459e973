import { API_KEY, BASE_URL } from './settings.ts';
import { readEvents } from './read-events.ts';

/** The part of a model that this app shows. */
export interface Model {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly context_length: number | null;
  readonly architecture: {
    readonly input_modalities: readonly string[];
    readonly output_modalities: readonly string[];
  };
  readonly pricing: { readonly prompt: string; readonly completion: string };
}

export interface ModelPage {
  readonly data: readonly Model[];
  readonly total_count: number;
  readonly links: { readonly next: string | null };
}

export type ImageEvent =
  | { readonly type: 'image_generation.partial_image'; readonly b64_json: string }
  | {
      readonly type: 'image_generation.completed';
      readonly b64_json: string;
      readonly usage?: { readonly cost?: number | null };
    }
  | { readonly type: 'error'; readonly error: { readonly message: string } };

const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };

/** A page of models; for the one after it hand in its `links.next`. */
export async function listModels(
  query: URLSearchParams | string,
  signal?: AbortSignal,
): Promise<ModelPage> {
  const url = typeof query === 'string' ? query : `${BASE_URL}/models?${query}`;
  const response = await succeeded(await fetch(url, { headers, signal: signal ?? null }));
  // The gateway checks its own answers against this form.
  return (await response.json()) as ModelPage;
}

/** An image as it is made: partial ones first, then the finished one. */
export async function* paint(
  request: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): AsyncGenerator<ImageEvent> {
  const response = await succeeded(
    await fetch(`${BASE_URL}/images`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...request, stream: true }),
      signal,
    }),
  );
  for await (const data of readEvents(response)) {
    // Every frame of this operation has this form.
    if (data !== '[DONE]') yield JSON.parse(data) as ImageEvent;
  }
}

/** The response, unless it is an error: then its message is thrown. */
async function succeeded(response: Response): Promise<Response> {
  if (response.ok) return response;
  // Errors of the gateway have this form; what is in front of it may say anything.
  const body = (await response.json().catch(() => ({}))) as { error?: { message?: string } };
  throw new Error(body.error?.message ?? `${response.status} ${response.statusText}`);
}
