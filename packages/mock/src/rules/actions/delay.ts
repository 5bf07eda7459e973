import { toMilliseconds } from '../../clock/duration.ts';
import type { Duration } from '../../clock/virtual-clock.ts';
import type { Action, TimesOption } from '../action.ts';
import { pause } from '../pause.ts';
import { readTimes } from '../read-times.ts';

/** Keeps a request waiting on the tenant's clock, and passes it on. */
export function delay(duration: Duration, { times }: TimesOption = {}): Action {
  const milliseconds = toMilliseconds(duration);
  return {
    name: `delay-${String(duration)}`,
    times: readTimes(times),
    async answer(context, next) {
      await pause(context, milliseconds);
      return next();
    },
  };
}
