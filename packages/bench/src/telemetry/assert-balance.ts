import type { TelemetryStats } from '@model-gateway/telemetry';

/** Throws unless each destination has every record in exactly one place. */
export function assertBalance({ destinations }: TelemetryStats, records: number): void {
  for (const { id, observed, outcomes, queued, inFlight } of destinations) {
    const counted = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
    if (observed !== records || observed !== counted + queued + inFlight) {
      const found = JSON.stringify({ observed, counted, queued, inFlight });
      throw new Error(`destination ${id} lost count of ${records} records: ${found}`);
    }
  }
}
