import type { ServerSentEvent } from '@model-gateway/core/http';
import type { ChangeLog } from '../../journal/change-log.ts';
import type { FeedEventJson } from '../wire/feed.ts';
import { requestSummary } from '../wire/request-json.ts';
import { changesSince, type JournalChange, type WatchedJournal } from './changes-since.ts';

export interface FeedOptions {
  readonly changes: ChangeLog;
  /** Those to watch now; asked after each change, because tenants come and go. */
  readonly journals: () => readonly WatchedJournal[];
  /** The id of the last event that the reader has, from an earlier connection. */
  readonly lastEventId: string | undefined;
  /** Aborts when the reader leaves. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Yields the tenants, the requests so far, and from then on every change, until the reader leaves
 * or the gateway closes. It reads the journals when the host asks for the next event, so events
 * never pile up.
 */
export async function* feed(options: FeedOptions): AsyncGenerator<ServerSentEvent, void> {
  const { changes, journals, lastEventId, signal } = options;
  const waiting = new Waiting(changes, [signal, changes.closed]);
  let position = positionIn(lastEventId, changes);
  let tenants: string | undefined;
  try {
    if (position === undefined && lastEventId !== undefined) yield toEvent({ type: 'reset' });
    position ??= 0;
    while (!waiting.isOver) {
      waiting.begin();
      const watched = journals();
      const ids = watched.map(({ tenant }) => tenant);
      if (ids.join(' ') !== tenants) {
        tenants = ids.join(' ');
        yield toEvent({ type: 'tenants', tenants: ids });
      }
      for (const change of changesSince(watched, position)) {
        yield { id: `${changes.epoch}-${change.position}`, ...toEvent(toJson(change)) };
        position = change.position;
      }
      await waiting.untilChange();
    }
  } finally {
    waiting.stop();
  }
}

/** Returns undefined for a position of another gateway, and without one. */
function positionIn(id: string | undefined, { epoch }: ChangeLog): number | undefined {
  const [, of, position] = /^([0-9a-f]+)-(\d{1,15})$/.exec(id ?? '') ?? [];
  return of === epoch ? Number(position) : undefined;
}

function toJson(change: JournalChange): FeedEventJson {
  const { tenant } = change;
  if (change.type !== 'request') return { type: change.type, tenant };
  return { type: 'request', tenant, request: requestSummary(change.record, change.redaction) };
}

function toEvent(event: FeedEventJson): ServerSentEvent {
  return { data: JSON.stringify(event) };
}

/** Waits for changes, also for those that come before the wait. */
class Waiting {
  readonly #ends: readonly (AbortSignal | undefined)[];
  readonly #stop: () => void;
  readonly #wake = (): void => {
    this.#hasChanged = true;
    this.#resolve?.();
  };
  #hasChanged = false;
  #resolve: (() => void) | undefined;

  constructor(changes: ChangeLog, ends: readonly (AbortSignal | undefined)[]) {
    this.#ends = ends;
    this.#stop = changes.onChange(this.#wake);
    for (const end of ends) end?.addEventListener('abort', this.#wake);
  }

  get isOver(): boolean {
    return this.#ends.some((end) => end?.aborted === true);
  }

  /** Changes from now on count. */
  begin(): void {
    this.#hasChanged = false;
  }

  async untilChange(): Promise<void> {
    if (this.#hasChanged || this.isOver) return;
    await new Promise<void>((resolve) => (this.#resolve = resolve));
    this.#resolve = undefined;
  }

  stop(): void {
    this.#stop();
    for (const end of this.#ends) end?.removeEventListener('abort', this.#wake);
  }
}
