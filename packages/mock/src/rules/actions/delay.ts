import * as v from 'valibot';
import { toMilliseconds } from '../../clock/duration.ts';
import type { Duration } from '../../clock/virtual-clock.ts';
import type { Action, TimesOption } from '../action.ts';
import { members, NUMBER, TEXT, TIMES, timesFromJson, timesToJson } from './forms.ts';
import { pause } from '../pause.ts';
import { readTimes } from '../read-times.ts';
import { defineAction } from './define-action.ts';

export const DELAY = defineAction({
  options: { times: true },
  create: delay,
  schema: members({
    duration: v.union([NUMBER, TEXT], 'must be milliseconds, or text such as "90s"'),
    times: v.optional(TIMES),
  }),
  // Text that is not a duration is refused by `create`.
  fromJson: (json) => [json.duration as Duration, timesFromJson(json)],
  toJson: (duration, { times } = {}) => ({ duration, times: timesToJson(times) }),
});

/** Keeps a request waiting on the tenant's clock, and passes it on. */
function delay(duration: Duration, { times }: TimesOption = {}): Action {
  const milliseconds = toMilliseconds(duration);
  return {
    name: `delay-${String(duration)}`,
    times: readTimes(times),
    does: { action: 'delay', delayMs: milliseconds },
    async answer(context, next) {
      await pause(context, milliseconds);
      return next();
    },
  };
}
