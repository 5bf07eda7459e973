import type {
  Destination,
  MemoryDestinationStore,
  RequestObserver,
  RequestRecord,
} from '@model-gateway/core';
import { previewForwarding } from '@model-gateway/telemetry';
import type { TelemetryEntry } from './telemetry.ts';

const MOST = 1000;
/** Characters of a prompt that may wait until somebody asks. */
const MOST_WAITING = 16 * 1024;

/**
 * Keeps what would have been forwarded, the last 1,000 decisions. They are made when somebody asks:
 * most tests never do, and a decision takes as long as a rule.
 */
export class TelemetryLog {
  #observed: Observed[] = [];
  /** How many entries those are. */
  #count = 0;
  readonly #destinations = new WeakMap<MemoryDestinationStore, Map<string, Destinations>>();

  all(): readonly TelemetryEntry[] {
    return this.#observed.flatMap((observed) => observed.entries).slice(-MOST);
  }

  clear(): void {
    this.#observed = [];
    this.#count = 0;
  }

  /** Observes the requests of a gateway whose destinations these are. */
  observer(destinations: MemoryDestinationStore): RequestObserver {
    return {
      wants: (operation, caller) =>
        caller?.kind === 'inference' && operation !== 'listModels' ? 'content' : undefined,
      observe: (record) => {
        // Without either nothing is forwarded.
        if (record.generation === undefined || record.caller === undefined) return;
        const ours = this.#destinationsIn(record.caller.workspaceId, destinations);
        if (ours.length === 0) return;
        const observed = new Observed(record, ours);
        if (!mayWait(record.generation)) observed.decide();
        this.#observed.push(observed);
        this.#count += ours.length;
        this.#forgetOldest();
      },
    };
  }

  /** No more than are shown: what lives on until V8 has collected twice costs it most. */
  #forgetOldest(): void {
    for (;;) {
      const { count = MOST } = this.#observed[0] ?? {};
      if (this.#count - count < MOST) return;
      this.#observed.shift();
      this.#count -= count;
    }
  }

  /** Those of a workspace as they are now: a change makes other objects. */
  #destinationsIn(workspaceId: string, store: MemoryDestinationStore): Destinations {
    let known = this.#destinations.get(store);
    if (known === undefined) {
      const byWorkspace = (known = new Map<string, Destinations>());
      this.#destinations.set(store, byWorkspace);
      store.subscribe(() => byWorkspace.clear());
    }
    let found = known.get(workspaceId);
    if (found === undefined) {
      const id = workspaceId.toLowerCase();
      const all = Array.from(store.contents().byId.values(), ({ item }) => item.destination);
      found = all.filter(({ workspace_id }) => workspace_id.toLowerCase() === id);
      known.set(workspaceId, found);
    }
    return found;
  }
}

type Destinations = readonly Destination[];

/** A request, and what would be forwarded of it: decided once, when somebody asks. */
class Observed {
  /** How many entries it has. */
  readonly count: number;
  /** What the entries are made of, until they are: in as few objects as possible, as many are kept. */
  #record: RequestRecord | undefined;
  readonly #destinations: Destinations;
  #entries: readonly TelemetryEntry[] = NONE;

  constructor(record: RequestRecord, destinations: Destinations) {
    this.count = destinations.length;
    this.#record = record;
    this.#destinations = destinations;
  }

  get entries(): readonly TelemetryEntry[] {
    this.decide();
    return this.#entries;
  }

  /** Makes the entries, and forgets what they are made of. */
  decide(): void {
    if (this.#record === undefined) return;
    this.#entries = entriesOf(this.#record, this.#destinations);
    this.#record = undefined;
  }
}

const NONE: readonly never[] = [];

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
