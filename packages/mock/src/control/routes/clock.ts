import { described } from '@model-gateway/core/kit';
import * as v from 'valibot';
import type { VirtualClock, Duration } from '../../clock/virtual-clock.ts';
import { defineRoute, routesOf } from '../define-route.ts';
import { CLOCK_JSON, clockModeFromJson } from '../../clock/clock-json.ts';
import { ClockSchema, type ClockJson } from '../wire/clock.ts';

const clock = {
  schema: ClockSchema,
  example: { now: '2026-08-01T12:00:00.000Z', mode: 'frozen', waiting: 0 },
};

const getClock = defineRoute({
  on: 'GET /tenants/:tenant/clock',
  summary: 'Get the clock',
  description: 'The time of everything in the tenant.',
  answer: { status: 200, description: 'The clock.', data: clock },
  handle: async ({ params }, context) => toJson(context.tenant(params.tenant).clock),
});

const setClock = defineRoute({
  on: 'PATCH /tenants/:tenant/clock',
  summary: 'Set the clock',
  description:
    'Changes how time passes, then the time itself. Moving forward wakes due waits in order; moving back leaves each wait as long as it was.',
  body: {
    schema: v.object(CLOCK_JSON),
    example: { mode: 'frozen', now: '2026-08-01T12:00:00Z' },
  },
  answer: { status: 200, description: 'The clock as it is now.', data: clock },
  async handle({ params, body }, context) {
    const { clock: set } = context.tenant(params.tenant);
    const mode = clockModeFromJson(body.mode);
    if (mode === 'flowing') set.flow();
    if (mode === 'frozen') set.freeze();
    if (mode === 'autoAdvance') set.autoAdvance();
    if (body.now !== undefined) await set.set(body.now);
    return toJson(set);
  },
});

const advanceClock = defineRoute({
  on: 'POST /tenants/:tenant/clock/advance',
  summary: 'Move time forward',
  description:
    'Wakes due waits in order, and answers once their work has been sent or waits again.',
  body: {
    schema: v.object({
      by: described(
        v.union([v.number(), v.string()]),
        'Milliseconds, or a duration such as "90s".',
      ),
    }),
    example: { by: '90s' },
  },
  answer: { status: 200, description: 'The clock as it is now.', data: clock },
  async handle({ params, body }, context) {
    const { clock: advanced } = context.tenant(params.tenant);
    // `advance` refuses text that is not a span of time.
    await advanced.advance(body.by as Duration);
    return toJson(advanced);
  },
});

export const CLOCK_ROUTES = routesOf('clock', { getClock, setClock, advanceClock });

function toJson({ now, mode, waiting }: VirtualClock): ClockJson {
  return {
    now: new Date(now()).toISOString(),
    mode: mode === 'autoAdvance' ? 'auto_advance' : mode,
    waiting,
  };
}
