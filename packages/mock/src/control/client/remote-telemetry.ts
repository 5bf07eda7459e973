import type { SuppressionReason, TelemetryEntry } from '../../telemetry/telemetry.ts';
import { telemetryFromJson } from '../wire/telemetry-json.ts';
import type { TelemetryEntryJson } from '../wire/telemetry.ts';
import type { ControlClient } from './control-client.ts';

/**
 * What is forwarded to the destinations of a tenant in another process: the words of `Telemetry`,
 * each a promise. What is not as expected rejects with the mock's message.
 */
export interface RemoteTelemetry {
  /** Oldest first; the last 1,000 are kept. */
  all(): Promise<readonly TelemetryEntry[]>;
  /** Only that of destinations with this id, name or type. */
  to(destination: string): RemoteTelemetry;
  /** This many records were forwarded; at least one without a number. */
  expectForwarded(count?: number): Promise<void>;
  /** No record was forwarded, and at least one was suppressed: for this reason, if it is given. */
  expectSuppressed(reason?: SuppressionReason): Promise<void>;
}

/** The telemetry of the tenant at `path`. */
export function remoteTelemetry(
  client: ControlClient,
  path: string,
  selection: { readonly destination?: string } = {},
): RemoteTelemetry {
  const verify = (expectation: object) =>
    client.call<readonly TelemetryEntryJson[]>('POST', `${path}/telemetry/verify`, {
      ...selection,
      ...expectation,
    });
  return {
    all: async () => (await verify({})).map(telemetryFromJson),
    to: (destination) => remoteTelemetry(client, path, { destination }),
    expectForwarded: async (count) => void (await verify({ forwarded: count ?? true })),
    expectSuppressed: async (reason) => void (await verify({ suppressed: reason ?? true })),
  };
}
