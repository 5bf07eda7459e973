import * as v from 'valibot';
import type { VirtualClock, Duration } from '../../clock/virtual-clock.ts';
import { defineRoute } from '../define-route.ts';
import { described } from '../wire/described.ts';
import { toClockMode } from '../wire/new-tenant.ts';
import { NOTHING, TENANT_PARAMS } from '../wire/params.ts';
import { CLOCK_WISH } from '../wire/tenant.ts';

const ClockSchema = described(
  v.object({
    now: described(v.string(), 'ISO 8601.'),
    mode: described(v.string(), '`flowing`, `frozen` or `auto_advance`.'),
    waiting: described(
      v.pipe(v.number(), v.integer()),
      'How many answers and streams wait for time to pass.',
    ),
  }),
  "A tenant's clock.",
  'Clock',
);

const clock = {
  schema: ClockSchema,
  example: { now: '2026-08-01T12:00:00.000Z', mode: 'frozen', waiting: 0 },
};

const getClock = defineRoute({
  id: 'getClock',
  method: 'GET',
  path: '/tenants/:tenant/clock',
  tag: 'clock',
  summary: 'Look at the clock',
  description: 'What everything in the tenant is timed by.',
  params: TENANT_PARAMS,
  query: NOTHING,
  body: undefined,
  answer: { status: 200, description: 'The clock.', data: clock },
  errors: ['notFound'],
  handle: async ({ params }, context) => toJson(context.tenant(params.tenant).clock),
});

const setClock = defineRoute({
  id: 'setClock',
  method: 'PATCH',
  path: '/tenants/:tenant/clock',
  tag: 'clock',
  summary: 'Set the clock',
  description:
    'Changes how time passes, and then what time it is. Forward, what is due on the way is woken in order; back, what waits has as long to wait as before.',
  params: TENANT_PARAMS,
  query: NOTHING,
  body: {
    schema: v.object(CLOCK_WISH),
    example: { mode: 'frozen', now: '2026-08-01T12:00:00Z' },
  },
  answer: { status: 200, description: 'The clock as it is now.', data: clock },
  errors: ['notFound'],
  async handle({ params, body }, context) {
    const { clock: set } = context.tenant(params.tenant);
    const mode = toClockMode(body.mode);
    if (mode === 'flowing') set.flow();
    if (mode === 'frozen') set.freeze();
    if (mode === 'autoAdvance') set.autoAdvance();
    if (body.now !== undefined) await set.set(body.now);
    return toJson(set);
  },
});

const advanceClock = defineRoute({
  id: 'advanceClock',
  method: 'POST',
  path: '/tenants/:tenant/clock/advance',
  tag: 'clock',
  summary: 'Move time forward',
  description:
    'Wakes what is due on the way, in order, and answers once that has been sent or waits again.',
  params: TENANT_PARAMS,
  query: NOTHING,
  body: {
    schema: v.object({
      by: described(v.union([v.number(), v.string()]), 'Milliseconds, or a span such as "90s".'),
    }),
    example: { by: '90s' },
  },
  answer: { status: 200, description: 'The clock as it is now.', data: clock },
  errors: ['notFound'],
  async handle({ params, body }, context) {
    const { clock: advanced } = context.tenant(params.tenant);
    // Text that is no span of time is refused there.
    await advanced.advance(body.by as Duration);
    return toJson(advanced);
  },
});

export const CLOCK_ROUTES = [getClock, setClock, advanceClock];

function toJson({ now, mode, waiting }: VirtualClock): v.InferOutput<typeof ClockSchema> {
  return {
    now: new Date(now()).toISOString(),
    mode: mode === 'autoAdvance' ? 'auto_advance' : mode,
    waiting,
  };
}
