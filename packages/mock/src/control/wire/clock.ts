import { described } from '@model-gateway/core/kit';
import * as v from 'valibot';
import { CLOCK_MODES } from '../../clock/clock-json.ts';

/** Where the clock of a tenant stands. */
export const ClockSchema = described(
  v.object({
    now: described(v.string(), 'ISO 8601.'),
    mode: described(CLOCK_MODES, '`flowing`, `frozen` or `auto_advance`.'),
    waiting: described(
      v.pipe(v.number(), v.integer()),
      'The number of answers and streams that wait for time to pass.',
    ),
  }),
  "A tenant's clock.",
  { title: 'Clock' },
);

export type ClockJson = v.InferOutput<typeof ClockSchema>;
