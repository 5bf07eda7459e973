import {
  ProviderFailure,
  systemClock,
  type AttemptContext,
  type Clock,
  type ImageEndpoint,
  type ImageEvent,
  type ImageJob,
  type ImageProvider,
} from '@model-gateway/core';
import { wait } from '@model-gateway/core/kit';
import { createTiming } from '../latency/create-timing.ts';
import type { Latency } from '../latency/latency.ts';
import { drawRaster } from './draw-raster.ts';
import { drawSvg } from './draw-svg.ts';
import { importSharp, type LoadSharp } from './encode/sharp.ts';
import { sizeOf } from './size-of.ts';
import type { Stage } from './stage.ts';
import { usageOf } from './usage-of.ts';

export interface MockImageProviderOptions {
  /** `mock-studio` by default. */
  readonly slug?: string | undefined;
  /** `Mock Studio` by default. */
  readonly name?: string | undefined;
  /** What it can do for which model, by model id; a Map, or anything that looks one up. */
  readonly endpoints: Pick<ReadonlyMap<string, ImageEndpoint>, 'get'>;
  /** What images hang on whose request has no seed; 0 by default. */
  readonly seed?: number | undefined;
  readonly clock?: Clock | undefined;
  /** How long each stage takes before its event comes, by `clock`; nothing by default. */
  readonly latency?: Latency | undefined;
  /** Where jpeg and webp come from: `import('sharp')` by default. */
  readonly loadSharp?: LoadSharp | undefined;
}

/**
 * Makes real images of exactly the size and format that is asked for, with the request printed on
 * them: a picture drawn from prompt, model, seed and index, in colours that references change. The
 * same job gives the same bytes, at least on the same machine. Source: spec §4.2.
 *
 * Throws `ProviderFailure`: `model` for one it does not have, `parameter` for what its endpoint
 * rules out, and for jpeg and webp when the package sharp is not installed. What the signal aborts
 * with is thrown as it is, within a few milliseconds of drawing.
 */
export function createMockImageProvider(options: MockImageProviderOptions): ImageProvider {
  const { slug = 'mock-studio', name = 'Mock Studio', endpoints, latency = 'none' } = options;
  const { seed = 0, clock = systemClock, loadSharp = importSharp } = options;
  const timing = createTiming(latency, seed);

  async function* generate(job: ImageJob, context: AttemptContext): AsyncGenerator<ImageEvent> {
    const { signal } = context;
    signal.throwIfAborted();
    context.dispatched();
    const endpoint = endpoints.get(job.model);
    if (endpoint === undefined) throw new ProviderFailure('model', `${name} has no ${job.model}`);
    refuse(job, endpoint);

    const size = sizeOf(job, endpoint);
    /** Not from when the last event was taken: a slow reader makes the work no slower. */
    let due = clock.now();
    const counts = { start: 0, partial: 0, image: 0 };
    const pace = async (stage: Stage) => {
      due += timing({ stage, operation: 'createImage', job }, counts[stage]++);
      await wait(clock, due - clock.now(), signal);
      context.progress();
    };
    const request = { job, size, seed, streams: job.stream && endpoint.streams, pace, signal };
    await pace('start');
    if (job.format === 'svg') yield* drawSvg(request);
    else yield* drawRaster(request, job.format, loadSharp);
    yield { type: 'usage', ...usageOf(job, size, endpoint) };
    yield { type: 'done' };
  }

  return { slug, name, endpoint: (model) => endpoints.get(model), generate };
}

/** The gateway asks for nothing of this; whoever calls a provider directly may. */
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
