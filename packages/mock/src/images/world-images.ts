import { GatewayError, type ImageEndpoint, type Provider } from '@model-gateway/core';
import type { Detail, LoadSharp } from '@model-gateway/pictures';
import { imageEndpointOf, type World } from '@model-gateway/worlds';
import { countedSteps } from '../clock/counted-steps.ts';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import { diagnostic } from '../diagnostics.ts';
import { imagePacing } from '../latency/image-pacing.ts';
import type { Latency } from '../latency/latency.ts';

/** The provider of models that do not name one. */
const HOUSE = { slug: 'mock-studio', name: 'Mock Studio' } as const;

/**
 * The providers of a world's images: the companies that its image models name, so that `providers` in
 * the catalog and `provider.only` in a request mean the same. The painter is loaded with the first
 * image.
 */
export function worldImageProviders(
  models: World['models'],
  options: {
    readonly seed: number;
    readonly clock: VirtualClock;
    readonly latency: Latency;
    readonly images: Detail;
    /** `import('sharp')` by default. */
    readonly loadSharp?: LoadSharp | undefined;
  },
): Provider[] {
  const { seed, latency, images: detail, loadSharp } = options;
  const companies = new Map<string, { name: string; endpoints: Map<string, ImageEndpoint> }>();
  for (const { model, signals, images } of models) {
    const endpoint = imageEndpointOf(model, images);
    if (endpoint === undefined) continue;
    for (const { slug, name } of signals.providers?.length ? signals.providers : [HOUSE]) {
      const company = companies.get(slug) ?? { name, endpoints: new Map() };
      company.endpoints.set(model.id, endpoint);
      companies.set(slug, company);
    }
  }
  return [...companies].map(([slug, { name, endpoints }]) => ({
    slug,
    name,
    images: {
      endpoint: (model) => endpoints.get(model),
      generate: (job, context) =>
        countedSteps(options.clock, async function* ({ clock }) {
          const pictures = await import('@model-gateway/pictures');
          const pacing = imagePacing(latency, { seed, clock });
          const settings = { slug, name, endpoints, seed, detail, pacing, loadSharp };
          const painter = pictures.createPictureProvider(settings);
          try {
            yield* painter.images.generate(job, context);
          } catch (error) {
            throw error instanceof pictures.SharpMissingError ? incompleteSetUp(error) : error;
          }
        }),
    },
  }));
}

/** The request is fine and the mock is not, so the answer is a 500 that says what to install. */
function incompleteSetUp({ message }: Error): Error {
  const cause = diagnostic('GW1506', message);
  return new GatewayError('internal', {
    message: `The mock cannot answer: ${cause.message}`,
    cause,
  });
}
