import type { ImageProvider } from '@model-gateway/core';
import { countedSteps } from '../clock/counted-steps.ts';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import type { ImageScript } from './image-script.ts';

/** The same providers, with `script` for what each of them does. */
export function scriptedProviders(
  providers: readonly ImageProvider[],
  script: ImageScript,
  clock: VirtualClock,
): readonly ImageProvider[] {
  return providers.map((provider) => ({
    ...provider,
    generate: (job, context) =>
      countedSteps(clock, (waiting) => script(provider, job, context, waiting)),
  }));
}
