import { sumStats, type TelemetryStats } from '@model-gateway/telemetry';

/** The telemetry counters of a process, whose forwarders follow one another at reloads. */
export class TelemetryTotals {
  readonly #running = new Set<() => TelemetryStats>();
  #ended: TelemetryStats | undefined;

  /** Adds a forwarder's counters; the returned function keeps the last of them. */
  begin(stats: () => TelemetryStats): () => void {
    this.#running.add(stats);
    return () => {
      if (!this.#running.delete(stats)) return;
      this.#ended = sumStats([...this.#known, closed(stats())]);
    };
  }

  /** Undefined while there was no forwarder. */
  stats(): TelemetryStats | undefined {
    const all = [...this.#known, ...[...this.#running].map((stats) => stats())];
    return all.length === 0 ? undefined : sumStats(all);
  }

  get #known(): readonly TelemetryStats[] {
    return this.#ended === undefined ? [] : [this.#ended];
  }
}

/** A breaker ends with its forwarder: one that was open would be reported for ever. */
function closed(stats: TelemetryStats): TelemetryStats {
  const destinations = stats.destinations.map((one) => ({ ...one, breaker: 'closed' as const }));
  return { ...stats, destinations };
}
