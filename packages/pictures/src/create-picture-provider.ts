import {
  ProviderFailure,
  type AttemptContext,
  type ImageEndpoint,
  type ImageEvent,
  type ImageJob,
  type ImageProvider,
  type Provider,
} from '@model-gateway/core';
import {
  checkOptions,
  FUNCTION,
  oneOf,
  type OptionTable,
  TEXT,
  withMethods,
} from '@model-gateway/core/kit';
import { drawRaster } from './draw-raster.ts';
import { drawSvg } from './draw-svg.ts';
import type { Detail } from './canvas.ts';
import { importSharp, type LoadSharp } from './sharp.ts';
import { sizeOf } from './size-of.ts';
import type { Stage, TakeTime } from './stage.ts';
import { usageOf } from './usage-of.ts';

/** Options of `createPictureProvider`. */
export interface PictureProviderOptions {
  /** `pictures` by default. */
  readonly slug?: string | undefined;
  /** `Pictures` by default. */
  readonly name?: string | undefined;
  /** Capabilities and prices by model id: a Map, or any object with `get`. */
  readonly endpoints: Pick<ReadonlyMap<string, ImageEndpoint>, 'get'>;
  /** The seed of images whose request does not set one; 0 by default. */
  readonly seed?: number | undefined;
  /** `full` by default; `small` for tests that do not look at images, which takes a tenth. */
  readonly detail?: Detail | undefined;
  /** Called once per job; the returned function is awaited before each stage. Instant by default. */
  readonly pacing?: ((job: ImageJob, signal: AbortSignal) => TakeTime) | undefined;
  /**
   * Loads the encoder of jpeg and webp: `import('sharp')` by default. Where that rejects, they are
   * encoded by WebAssembly, on the thread of the gateway.
   */
  readonly loadSharp?: LoadSharp | undefined;
}

/** A provider that draws. */
export interface PictureProvider extends Provider {
  readonly images: ImageProvider;
}

/**
 * Creates a provider of images that draws: real files of exactly the requested size, number and format,
 * each a picture that follows from prompt, model, seed, index and references, with the request
 * printed on it. The same job gives the same bytes. Source: contract §4.
 *
 * Throws `ProviderFailure`: `model` for one it does not have, `parameter` for what its endpoint
 * rules out. When the signal aborts, drawing stops within a few milliseconds and throws the reason.
 */
export function createPictureProvider(options: PictureProviderOptions): PictureProvider {
  checkOptions('createPictureProvider', options, OPTIONS, ['endpoints']);
  const { slug = 'pictures', name = 'Pictures', endpoints, seed = 0, detail = 'full' } = options;
  const { pacing = () => atOnce, loadSharp = importSharp } = options;

  async function* generate(job: ImageJob, context: AttemptContext): AsyncGenerator<ImageEvent> {
    const { signal } = context;
    signal.throwIfAborted();
    context.dispatched();
    const endpoint = endpoints.get(job.model);
    if (endpoint === undefined) throw new ProviderFailure('model', `${name} has no ${job.model}`);
    refuse(job, endpoint);

    const size = sizeOf(job, endpoint);
    const takeTime = pacing(job, signal);
    const pace = async (stage: Stage) => {
      await takeTime(stage);
      context.progress();
    };
    const streams = job.stream && endpoint.streams;
    const request = { job, size, detail, seed, streams, pace, signal, loadSharp };
    await pace('start');
    if (job.format === 'svg') yield* drawSvg(request);
    else yield* drawRaster(request, job.format);
    yield { type: 'usage', ...usageOf(job, size, endpoint) };
    yield { type: 'done' };
  }

  return { slug, name, images: { endpoint: (model) => endpoints.get(model), generate } };
}

const atOnce: TakeTime = async () => {};

/** The gateway never sends such a job; a caller that uses the provider directly may. */
function refuse({ format, n, references }: ImageJob, endpoint: ImageEndpoint): void {
  const { formats, maxImages, maxReferences, minReferences = 0 } = endpoint;
  const blame = (message: string) => new ProviderFailure('parameter', message);
  if (!formats.includes(format)) {
    throw blame(`format must be one of ${formats.join(', ')}, got ${format}`);
  }
  if (n > maxImages) throw blame(`n must be at most ${maxImages}, got ${n}`);
  if (references.length < minReferences || references.length > maxReferences) {
    throw blame(
      `references must be ${minReferences} to ${maxReferences} images, got ${references.length}`,
    );
  }
}

const OPTIONS: OptionTable<PictureProviderOptions> = {
  slug: TEXT,
  name: TEXT,
  endpoints: withMethods('a Map of endpoints by model id', 'get'),
  seed: { must: 'a number', holds: Number.isFinite },
  detail: oneOf('full', 'small'),
  pacing: FUNCTION,
  loadSharp: FUNCTION,
};
