import { errorOf } from '../api/control.ts';
import { eventsOf } from '../api/events.ts';
import { askGateway } from '../api/gateway.ts';
import type { Tenant } from '../api/types.ts';

/** What is known of a drawing so far. */
export interface DrawingState {
  readonly isRunning: boolean;
  readonly body: unknown;
  /** Images as base64: the finished ones, and before them the latest partial one. */
  readonly images: readonly string[];
  readonly partials: number;
  readonly usage: unknown;
  readonly warnings: string | undefined;
  readonly problem: string | undefined;
}

/** Sends a request for images, and reports each state of its answer. */
export async function draw(
  tenant: Tenant,
  body: unknown,
  report: (state: DrawingState) => void,
): Promise<void> {
  let state: DrawingState = {
    isRunning: true,
    body,
    images: [],
    partials: 0,
    usage: undefined,
    warnings: undefined,
    problem: undefined,
  };
  const update = (change: Partial<DrawingState>) => report((state = { ...state, ...change }));
  update({});
  try {
    const response = await askGateway(tenant, '/images', { method: 'POST', body });
    if (!response.ok) throw await errorOf(response);
    update({ warnings: response.headers.get('x-gateway-warnings') ?? undefined });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (isStream !== true) {
      // The type is that of the API's description.
      const { data, usage } = (await response.json()) as WholeAnswer;
      update({ images: data.map((image) => image.b64_json), usage });
    } else {
      const finished: string[] = [];
      for await (const { data } of eventsOf(response)) {
        if (data !== '[DONE]') update(changeOf(JSON.parse(data) as ImageEvent, finished, state));
      }
    }
  } catch (error) {
    update({ problem: error instanceof Error ? error.message : String(error) });
  } finally {
    update({ isRunning: false });
  }
}

interface WholeAnswer {
  readonly data: readonly { readonly b64_json: string }[];
  readonly usage?: unknown;
}

/** An event of a streamed answer. Source: the API's description. */
interface ImageEvent {
  readonly type?: string;
  readonly b64_json?: string;
  readonly usage?: unknown;
  readonly error?: { readonly message?: string };
}

function changeOf(
  { type, b64_json: image, usage, error }: ImageEvent,
  finished: string[],
  { partials }: DrawingState,
): Partial<DrawingState> {
  if (error !== undefined) return { problem: error.message ?? 'The stream ended with an error' };
  if (image === undefined) return {};
  if (type?.endsWith('partial_image') === true) {
    return { images: [...finished, image], partials: partials + 1 };
  }
  finished.push(image);
  return { images: [...finished], ...(usage !== undefined && { usage }) };
}
