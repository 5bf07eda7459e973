import type { Clock, ImageJob } from '@model-gateway/core';
import { wait } from '@model-gateway/core/kit';
import type { TakeTime } from '@model-gateway/pictures';
import { createTiming } from './create-timing.ts';
import type { Latency } from './latency.ts';

/** Lets the stages of a job's images take their time on `clock`. Throws GW1501 and GW1504. */
export function imagePacing(
  latency: Latency,
  { seed, clock }: { readonly seed: number; readonly clock: Clock },
): (job: ImageJob, signal: AbortSignal) => TakeTime {
  const timing = createTiming(latency, seed);
  return (job, signal) => {
    /** Not from when the last event was taken: a slow reader makes the work no slower. */
    let due = clock.now();
    const counts = { start: 0, partial: 0, image: 0 };
    return (stage) => {
      due += timing({ stage, operation: 'createImage', job }, counts[stage]++);
      return wait(clock, due - clock.now(), signal);
    };
  };
}
