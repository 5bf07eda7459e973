import { GatewayError, type ImageEndpoint, type ImageProvider } from '@model-gateway/core';
import type { Detail, LoadSharp } from '@model-gateway/pictures';
import { countedSteps } from '../clock/counted-steps.ts';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import { diagnostic } from '../diagnostics.ts';
import { imagePacing } from '../latency/image-pacing.ts';
import type { Latency } from '../latency/latency.ts';

/** How the images of a world are made. */
export interface ImageFaceOptions {
  readonly seed: number;
  readonly clock: VirtualClock;
  readonly latency: Latency;
  readonly images: Detail;
  /** `import('sharp')` by default. */
  readonly loadSharp?: LoadSharp | undefined;
}

/** Draws the images of a company's models. The painter is loaded with the first image. */
export function imageFace(
  company: { readonly slug: string; readonly name: string },
  endpoints: ReadonlyMap<string, ImageEndpoint>,
  { seed, latency, images: detail, loadSharp, clock: tenantClock }: ImageFaceOptions,
): ImageProvider {
  return {
    endpoint: (model) => endpoints.get(model),
    generate: (job, context) =>
      countedSteps(tenantClock, async function* ({ clock }) {
        const pictures = await import('@model-gateway/pictures');
        const pacing = imagePacing(latency, { seed, clock });
        const settings = { ...company, endpoints, seed, detail, pacing, loadSharp };
        const painter = pictures.createPictureProvider(settings);
        try {
          yield* painter.images.generate(job, context);
        } catch (error) {
          throw error instanceof pictures.SharpMissingError ? incompleteSetUp(error) : error;
        }
      }),
  };
}

/** The request is fine and the mock is not, so the answer is a 500 that says what to install. */
function incompleteSetUp({ message }: Error): Error {
  const cause = diagnostic('GW1506', message);
  return new GatewayError('internal', {
    message: `The mock cannot answer: ${cause.message}`,
    cause,
  });
}
