import { described } from '@model-gateway/core/kit';
import * as v from 'valibot';
import type { VirtualClock, Duration } from '../../clock/virtual-clock.ts';
import { defineRoute } from '../define-route.ts';
import { CLOCK_JSON, clockModeFromJson } from '../../clock/clock-json.ts';
import { ClockSchema, type ClockJson } from '../wire/clock.ts';
import { TENANT_PARAMS } from '../wire/params.ts';

const clock = {
  schema: ClockSchema,
  example: { now: '2026-08-01T12:00:00.000Z', mode: 'frozen', waiting: 0 },
};

const getClock = defineRoute({
  id: 'getClock',
  method: 'GET',
  path: '/tenants/:tenant/clock',
  tag: 'clock',
  summary: 'Get the clock',
  description: 'The time of everything in the tenant.',
  params: TENANT_PARAMS,
  answer: { status: 200, description: 'The clock.', data: clock },
  handle: async ({ params }, context) => toJson(context.tenant(params.tenant).clock),
});

const setClock = defineRoute({
  id: 'setClock',
  method: 'PATCH',
  path: '/tenants/:tenant/clock',
  tag: 'clock',
  summary: 'Set the clock',
  description:
    'Changes how time passes, then the time itself. Moving forward wakes due waits in order; moving back leaves each wait as long as it was.',
  params: TENANT_PARAMS,
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
  id: 'advanceClock',
  method: 'POST',
  path: '/tenants/:tenant/clock/advance',
  tag: 'clock',
  summary: 'Move time forward',
  description:
    'Wakes due waits in order, and answers once their work has been sent or waits again.',
  params: TENANT_PARAMS,
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

export const CLOCK_ROUTES = [getClock, setClock, advanceClock];

function toJson({ now, mode, waiting }: VirtualClock): ClockJson {
  return {
    now: new Date(now()).toISOString(),
    mode: mode === 'autoAdvance' ? 'auto_advance' : mode,
    waiting,
  };
}
