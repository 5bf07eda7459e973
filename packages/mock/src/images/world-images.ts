import type { ImageEndpoint, ImageProvider } from '@model-gateway/core';
import { imageEndpointOf, type World } from '@model-gateway/worlds';
import { countedSteps } from '../clock/counted-steps.ts';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import { imagePacing } from '../latency/image-pacing.ts';
import type { Latency } from '../latency/latency.ts';

/** Who makes the images of models that name no provider. */
const HOUSE = { slug: 'mock-studio', name: 'Mock Studio' } as const;

/**
 * The image providers of a world: the companies that its image models name, so that `providers` in
 * the catalog and `provider.only` in a request mean the same. The painter is loaded with the first
 * image.
 */
export function worldImageProviders(
  models: World['models'],
  options: { readonly seed: number; readonly clock: VirtualClock; readonly latency: Latency },
): ImageProvider[] {
  const { seed, latency } = options;
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
    endpoint: (model) => endpoints.get(model),
    generate: (job, context) =>
      countedSteps(options.clock, async function* ({ clock }) {
        const { createPictureProvider } = await import('@model-gateway/pictures');
        const pacing = imagePacing(latency, { seed, clock });
        const painter = createPictureProvider({ slug, name, endpoints, seed, pacing });
        yield* painter.generate(job, context);
      }),
  }));
}
