import assert from 'node:assert/strict';
import {
  createManualClock,
  createMemoryCreditLedger,
  type ApiKeyOverrides,
  type Gateway,
  type ImageEndpoint,
  type ImageEvent,
  type ImageProvider,
  type InferenceOptions,
  type Provider,
  type RequestObserver,
} from '@model-gateway/core';
import { encodeEvent, type GatewayResponse } from '@model-gateway/core/http';
import { aGateway, aKey, anArchitecture, anEntry, bearer, NOW } from '../builders.ts';

/** A whole PNG of one pixel. */
export const PNG = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ),
  (character) => character.charCodeAt(0),
);

export const MODEL = 'acme/paint-1';

/** An endpoint that can do everything; `changes` take things away. */
export function anEndpoint(changes: Partial<ImageEndpoint> = {}): ImageEndpoint {
  return {
    aspectRatios: ['1:1', '16:9', '9:16'],
    tiers: ['512', '1K', '2K'],
    pixels: { min: 64, max: 2048, multipleOf: 8 },
    formats: ['png', 'jpeg', 'webp'],
    qualities: ['auto', 'low', 'high'],
    backgrounds: ['auto', 'transparent', 'opaque'],
    maxImages: 4,
    maxReferences: 4,
    seed: true,
    compression: true,
    streams: true,
    passthrough: new Set(['style']),
    pricing: [{ billable: 'output_image', unit: 'image', usd: '0.04' }],
    ...changes,
  };
}

export const imageEvent = (index: number): ImageEvent => ({
  type: 'image',
  index,
  data: { encoding: 'bytes', bytes: PNG },
  mediaType: 'image/png',
});

export const partialEvent = (index = 0): ImageEvent => ({
  type: 'partial',
  index,
  data: { encoding: 'bytes', bytes: PNG },
  mediaType: 'image/png',
});

/** What a provider does with a job. */
export type Script = ImageProvider['generate'];

/** Does the job at once: a partial when streaming, `n` images, usage. */
export const works: Script = async function* (job, context) {
  context.dispatched();
  context.progress();
  if (job.stream) yield partialEvent();
  for (let index = 0; index < job.n; index++) yield imageEvent(index);
  yield { type: 'usage', promptTokens: 3, completionTokens: 10 };
  yield { type: 'done' };
};

export interface ScriptedProvider extends Provider {
  readonly images: ImageProvider;
  /** The jobs that came, in order. */
  readonly jobs: readonly Parameters<Script>[0][];
  /** How many jobs are still held open. */
  readonly running: number;
}

/** A provider that follows its scripts, one per attempt; the last one repeats. */
export function aProvider(
  slug: string,
  scripts: Script | readonly Script[] = works,
  endpoint: ImageEndpoint = anEndpoint(),
): ScriptedProvider {
  const list = typeof scripts === 'function' ? [scripts] : scripts;
  const jobs: Parameters<Script>[0][] = [];
  let running = 0;
  return {
    slug,
    name: slug.toUpperCase(),
    jobs,
    get running() {
      return running;
    },
    images: {
      endpoint: (model) => (model === MODEL ? endpoint : undefined),
      async *generate(job, context) {
        const script = list[Math.min(jobs.length, list.length - 1)] ?? works;
        jobs.push(job);
        running++;
        try {
          yield* script(job, context);
        } finally {
          running--;
        }
      },
    },
  };
}

export const ACCOUNT = 'account-1';

/** A gateway with one image model, a text model, a clock that stands still, and an account. */
export function anImageGateway(
  providers: readonly Provider[],
  {
    key = {},
    observers,
    ...options
  }: InferenceOptions & { key?: ApiKeyOverrides; observers?: readonly RequestObserver[] } = {},
) {
  const clock = createManualClock(NOW);
  const ledger = createMemoryCreditLedger({ [ACCOUNT]: '10' });
  const errors: unknown[] = [];
  const gateway = aGateway({
    clock,
    entries: [
      anEntry({ id: MODEL, architecture: anArchitecture({ output_modalities: ['image'] }) }),
      anEntry({ id: 'acme/quill-1' }),
    ],
    keys: [aKey({ creditAccountId: ACCOUNT, ...key })],
    providers,
    inference: { ledger, random: () => 0.5, ...options },
    observers,
    onError: (error) => errors.push(error),
  });
  return { gateway, clock, ledger, errors };
}

/** The body as it is sent: an object becomes JSON, text and bytes go as they are. */
function encodeBody(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Sends POST /images. */
export async function send(
  gateway: Gateway,
  body: unknown,
  { signal, headers = bearer() }: { signal?: AbortSignal; headers?: Record<string, string> } = {},
): Promise<GatewayResponse> {
  const response = await gateway.handle({
    method: 'POST',
    path: '/images',
    search: '',
    mount: '/v1',
    headers,
    body: { kind: 'bytes', read: async () => encodeBody(body) },
    signal,
  });
  assert.ok(response, 'POST /images was not answered');
  return response;
}

/** Asks for an image of the test model; `more` are further parameters. */
export function draw(gateway: Gateway, more: Record<string, unknown> = {}, signal?: AbortSignal) {
  const body = { model: MODEL, prompt: 'red panda', ...more };
  return send(gateway, body, signal === undefined ? {} : { signal });
}

export interface JsonBody {
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly metadata?: Record<string, unknown> & {
      readonly issues?: readonly { path: string; message: string }[];
      readonly attempts?: readonly { provider: string; class: string; ms: number }[];
    };
  };
  readonly user_id?: string;
  readonly created?: number;
  readonly data?: readonly { readonly b64_json: string; readonly media_type: string }[];
  readonly usage?: Record<string, number>;
}

/** A buffered answer's JSON. */
export function jsonOf({ body }: GatewayResponse): JsonBody {
  if (body.kind === 'json') return body.value as JsonBody;
  assert.equal(body.kind, 'bytes');
  return JSON.parse(Buffer.concat(body.kind === 'bytes' ? body.parts : []).toString());
}

/** A streamed answer's text, as it goes over the wire. */
async function textOf({ body }: GatewayResponse): Promise<string> {
  assert.equal(body.kind, 'events');
  let text = '';
  if (body.kind !== 'events') return text;
  for await (const event of body.events) text += Buffer.concat([...encodeEvent(event)]).toString();
  return text;
}

/** The payloads of a streamed answer; `[DONE]` stays text. */
export async function framesOf(response: GatewayResponse): Promise<readonly unknown[]> {
  const frames = (await textOf(response)).split('\n\n').filter((frame) => frame !== '');
  return frames.map((frame) => {
    assert.match(frame, /^(data)?: /);
    const payload = frame.replace(/^data: /, '');
    return payload.startsWith('{') ? JSON.parse(payload) : payload;
  });
}

/** Lets everything that is ready go on. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
