import type { Provider } from '@model-gateway/core';
import { countedSteps } from '../clock/counted-steps.ts';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import type { ImageScript } from './image-script.ts';

/** The same providers, with `script` for what each of them does. */
export function scriptedProviders(
  providers: readonly Provider[],
  script: ImageScript,
  clock: VirtualClock,
): readonly Provider[] {
  return providers.map(({ images, ...provider }) => ({
    ...provider,
    images: images && {
      ...images,
      generate: (job, context) =>
        countedSteps(clock, (waiting) => script(images, job, context, waiting)),
    },
  }));
}
