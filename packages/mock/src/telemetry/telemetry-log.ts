import type {
  Destination,
  MemoryDestinationStore,
  RequestObserver,
  RequestRecord,
} from '@model-gateway/core';
import { previewForwarding } from '@model-gateway/telemetry';
import type { TelemetryEntry } from './telemetry.ts';

const MOST = 1000;
/** So that the list is not cut for each request. */
const SPARE = 100;
/** Characters of a prompt that may wait until somebody asks. */
const MOST_WAITING = 16 * 1024;

/**
 * Keeps what would have been forwarded, the last 1,000 decisions. They are made when somebody asks:
 * most tests never do, and a decision takes as long as a rule.
 */
export class TelemetryLog {
  #observed: (() => readonly TelemetryEntry[])[] = [];

  all(): readonly TelemetryEntry[] {
    return this.#observed.flatMap((entries) => entries()).slice(-MOST);
  }

  clear(): void {
    this.#observed = [];
  }

  /** Observes the requests of a gateway whose destinations these are. */
  observer(destinations: MemoryDestinationStore): RequestObserver {
    return {
      wants: (operation, caller) =>
        caller?.kind === 'inference' && operation !== 'listModels' ? 'content' : undefined,
      observe: (record) => {
        // Without either nothing is forwarded.
        if (record.generation === undefined || record.caller === undefined) return;
        const workspaceId = record.caller.workspaceId.toLowerCase();
        // As they are now: a change makes other objects.
        const ours = Array.from(
          destinations.contents().byId.values(),
          ({ item }) => item.destination,
        ).filter(({ workspace_id }) => workspace_id.toLowerCase() === workspaceId);
        if (ours.length === 0) return;
        const entries = onceAsked(() => entriesOf(record, ours));
        this.#observed.push(entries);
        if (!mayWait(record.generation)) entries();
        if (this.#observed.length > MOST + SPARE) this.#observed = this.#observed.slice(-MOST);
      },
    };
  }
}

function entriesOf(
  record: RequestRecord,
  destinations: readonly Destination[],
): readonly TelemetryEntry[] {
  const requestId = record.generation?.id ?? record.requestId;
  return previewForwarding(destinations, record).map(({ destination, decision, view }) => {
    const { id, name, type } = destination;
    return { requestId, destination: { id, name, type }, decision, view };
  });
}

/** What is made of a short text; images would stay in memory, of which a decision has sizes. */
function mayWait({ content }: NonNullable<RequestRecord['generation']>): boolean {
  if (content === undefined) return true;
  const { prompt, references, images } = content;
  return prompt.length <= MOST_WAITING && references.length === 0 && images.length === 0;
}

/** Makes something when it is first asked for, and forgets what it is made of. */
function onceAsked<Made>(make: () => Made): () => Made {
  let waiting: (() => Made) | undefined = make;
  let made: Made;
  return () => {
    if (waiting !== undefined) made = waiting();
    waiting = undefined;
    return made;
  };
}
