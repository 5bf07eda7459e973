import type { MemoryDestinationStore, RequestObserver } from '@model-gateway/core';
import { previewForwarding } from '@model-gateway/telemetry';
import type { TelemetryEntry } from './telemetry.ts';

const MOST = 1000;

/** Keeps what would have been forwarded, the last 1,000 decisions. */
export class TelemetryLog {
  #entries: TelemetryEntry[] = [];

  all(): readonly TelemetryEntry[] {
    return [...this.#entries];
  }

  clear(): void {
    this.#entries = [];
  }

  /** Observes the requests of a gateway whose destinations these are. */
  observer(destinations: MemoryDestinationStore): RequestObserver {
    return {
      wants: (operation, caller) =>
        caller?.kind === 'inference' && operation !== 'listModels' ? 'content' : undefined,
      observe: (record) => {
        const stored = Array.from(destinations.contents().byId.values(), ({ item }) => item);
        const previews = previewForwarding(
          stored.map(({ destination }) => destination),
          record,
        );
        const requestId = record.generation?.id ?? record.requestId;
        for (const { destination, decision, view } of previews) {
          const { id, name, type } = destination;
          this.#entries.push({ requestId, destination: { id, name, type }, decision, view });
        }
        if (this.#entries.length > MOST) this.#entries = this.#entries.slice(-MOST);
      },
    };
  }
}
