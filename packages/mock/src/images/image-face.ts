import type { ImageEndpoint, ImageProvider } from '@model-gateway/core';
import type { Detail } from '@model-gateway/pictures';
import { countedSteps } from '../clock/counted-steps.ts';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import { imagePacing } from '../latency/image-pacing.ts';
import type { Latency } from '../latency/latency.ts';

/** How the images of a world are made. */
export interface ImageFaceOptions {
  readonly seed: number;
  readonly clock: VirtualClock;
  readonly latency: Latency;
  readonly images: Detail;
}

/** Draws the images of a company's models. The painter is loaded with the first image. */
export function imageFace(
  company: { readonly slug: string; readonly name: string },
  endpoints: ReadonlyMap<string, ImageEndpoint>,
  { seed, latency, images: detail, clock: tenantClock }: ImageFaceOptions,
): ImageProvider {
  return {
    endpoint: (model) => endpoints.get(model),
    generate: (job, context) =>
      countedSteps(tenantClock, async function* ({ clock }) {
        const pictures = await import('@model-gateway/pictures');
        const pacing = imagePacing(latency, { seed, clock });
        const settings = { ...company, endpoints, seed, detail, pacing };
        const painter = pictures.createPictureProvider(settings);
        yield* painter.images.generate(job, context);
      }),
  };
}
