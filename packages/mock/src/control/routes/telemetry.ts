import * as v from 'valibot';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import type { ControlContext } from '../control-context.ts';
import { defineRoute, routesOf } from '../define-route.ts';
import { TELEMETRY_ENTRY } from '../examples.ts';
import { telemetryToJson } from '../wire/telemetry-json.ts';
import {
  TELEMETRY_SELECTION,
  TelemetryEntrySchema,
  TelemetryExpectationSchema,
} from '../wire/telemetry.ts';

const list = { schema: v.array(TelemetryEntrySchema), example: [TELEMETRY_ENTRY] };

const listTelemetry = defineRoute({
  on: 'GET /tenants/:tenant/telemetry',
  summary: 'List telemetry',
  description:
    'An entry per request and destination, oldest first: what is forwarded to the destination, or why nothing is. The last 1,000 are kept.',
  query: v.object(TELEMETRY_SELECTION),
  answer: { status: 200, description: 'The entries.', data: list },
  handle: async ({ params, query }, context) =>
    selected(params.tenant, query, context).all().map(telemetryToJson),
});

const verifyTelemetry = defineRoute({
  on: 'POST /tenants/:tenant/telemetry/verify',
  summary: 'Verify telemetry',
  description:
    'Fails with 409 when the telemetry is not as expected; the message counts the decisions.',
  body: {
    schema: TelemetryExpectationSchema,
    example: { destination: 'Traces', forwarded: 1 },
  },
  answer: { status: 200, description: 'The selected entries.', data: list },
  errors: ['conflict'],
  async handle({ params, body }, context) {
    const telemetry = selected(params.tenant, body, context);
    const { forwarded, suppressed } = body;
    if (forwarded !== undefined)
      telemetry.expectForwarded(forwarded === true ? undefined : forwarded);
    if (suppressed !== undefined) {
      telemetry.expectSuppressed(suppressed === true ? undefined : suppressed);
    }
    return telemetry.all().map(telemetryToJson);
  },
});

export const TELEMETRY_ROUTES = routesOf('telemetry', { listTelemetry, verifyTelemetry });

function selected(
  tenant: string,
  { destination }: { readonly destination?: string | undefined },
  context: ControlContext,
): Telemetry {
  const { telemetry } = context.tenant(tenant);
  return destination === undefined ? telemetry : telemetry.to(destination);
}
