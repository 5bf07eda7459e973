import type { Clock } from '../ports/clock.ts';
import { isPromise, type MaybePromise } from '../ports/maybe-promise.ts';
import { LateAnswerError, type Ask } from '../ports/deadline.ts';
import { createSteadyClock } from '../ports/steady-clock.ts';
import type { CatalogSnapshot, ModelStore } from '../ports/model-store.ts';
import type { Model } from '../resources/model.ts';
import { CatalogIndex } from './catalog-index.ts';
import { createWholeListCache, type WholeList } from './whole-list.ts';

/** A catalog in service. */
export interface ServedCatalog {
  /**
   * Returns the current index. Rejects when there has never been a valid revision: with
   * `CatalogError`, or with the store's error.
   */
  current(): Promise<CatalogIndex>;
  /** Returns the response to GET /models without parameters, built once per index. */
  wholeList(index: CatalogIndex): WholeList;
}

export interface LiveCatalogOptions {
  /** Translates a model into the client's dialect. */
  readonly toWire: (model: Model) => unknown;
  /** Called once with each revision that goes into service. */
  readonly onIndexed: (index: CatalogIndex) => void;
  /** Called once for each refused revision and each outage of the store. */
  readonly onStale: (error: unknown) => void;
  readonly clock: Clock;
  /** Limits how long the store may take, and reports when it takes longer. */
  readonly ask: Ask;
}

/**
 * Serves the index of the store's current content, built once per revision and swapped in one step.
 * When a revision cannot be indexed or the store fails, the previous index stays in service.
 */
export class LiveCatalog implements ServedCatalog {
  readonly wholeList = createWholeListCache();
  readonly #store: ModelStore;
  readonly #options: LiveCatalogOptions;
  /** For the waits until a store is asked again. */
  readonly #steady: Clock;
  #index: CatalogIndex | undefined;
  /** The index, as each request is given it. */
  #served: Promise<CatalogIndex> | undefined;
  #building: Promise<CatalogIndex> | undefined;
  readonly #refused = new Set<string>();
  /** When each call of the store last failed; the two recover independently. */
  readonly #outages = new Map<'revision' | 'snapshot', number>();
  /** When the store last took too long to answer. */
  #lateAt: number | undefined;

  constructor(store: ModelStore, options: LiveCatalogOptions) {
    this.#store = store;
    this.#options = options;
    this.#steady = createSteadyClock(options.clock);
  }

  current(): Promise<CatalogIndex> {
    // Part of every request, so it waits only for a store that does not have the answer.
    const revision = this.#revision();
    return isPromise(revision)
      ? revision.then((found) => this.#indexAt(found))
      : this.#indexAt(revision);
  }

  #indexAt(revision: string | undefined): Promise<CatalogIndex> {
    const index = this.#index;
    if (index !== undefined) {
      const isCurrent = revision === undefined || revision === index.revision;
      if (isCurrent || this.#refused.has(revision))
        return (this.#served ??= Promise.resolve(index));
    }
    // Requests that arrive while an index is being built wait for the same one.
    this.#building ??= this.#build();
    return this.#inTime(this.#building);
  }

  /** Returns the store's revision; undefined while the store fails and an index can be served. */
  #revision(): MaybePromise<string | undefined> {
    const lateAt = this.#lateAt;
    // A store that hangs delays one request in five seconds, not each of them.
    const isTooSoon = lateAt !== undefined && this.#steady.now() - lateAt < RETRY_MS;
    if (isTooSoon && this.#index !== undefined) return undefined;
    const revision = this.#options.ask(STORE, () => this.#store.revision());
    return isPromise(revision) ? this.#revisionIn(revision) : this.#answered(revision);
  }

  async #revisionIn(answer: Promise<string>): Promise<string | undefined> {
    try {
      return this.#answered(await answer);
    } catch (error) {
      this.#reportOutage('revision', error);
      return undefined;
    }
  }

  #answered(revision: string): string {
    this.#outages.delete('revision');
    this.#lateAt = undefined;
    return revision;
  }

  /**
   * Waits for an index that is being built. One that takes too long goes into service when it is
   * done; until then the previous one stays, and a later request asks anew.
   */
  async #inTime(building: Promise<CatalogIndex>): Promise<CatalogIndex> {
    try {
      return await this.#options.ask(STORE, () => building);
    } catch (error) {
      if (this.#index === undefined || !(error instanceof LateAnswerError)) throw error;
      this.#lateAt = this.#steady.now();
      return this.#index;
    } finally {
      if (this.#building === building) this.#building = undefined;
    }
  }

  async #build(): Promise<CatalogIndex> {
    const snapshot = await this.#snapshot();
    const index = snapshot === undefined ? this.#index : this.#indexOf(snapshot);
    if (index === undefined) throw new Error('the catalog could not be read');
    return index;
  }

  /**
   * Returns the store's content; undefined while the store fails and an older index can be served.
   * After a failure it waits before asking again, because a snapshot is expensive.
   */
  async #snapshot(): Promise<CatalogSnapshot | undefined> {
    const failedAt = this.#outages.get('snapshot');
    const isTooSoon = failedAt !== undefined && this.#steady.now() - failedAt < RETRY_MS;
    if (isTooSoon && this.#index !== undefined) return undefined;
    try {
      const snapshot = await this.#store.snapshot();
      this.#outages.delete('snapshot');
      return snapshot;
    } catch (error) {
      this.#reportOutage('snapshot', error);
      return undefined;
    }
  }

  /** Returns the new index, or the previous one when the content is not a catalog. */
  #indexOf(snapshot: CatalogSnapshot): CatalogIndex | undefined {
    const { toWire, clock, onIndexed, onStale } = this.#options;
    if (snapshot.revision === this.#index?.revision) return this.#index;
    try {
      this.#index = new CatalogIndex(snapshot, { toWire, builtAt: clock.now() });
    } catch (error) {
      if (this.#index === undefined) throw error;
      if (!this.#refused.has(snapshot.revision)) onStale(error);
      this.#refused.add(snapshot.revision);
      return this.#index;
    }
    this.#refused.clear();
    this.#served = undefined;
    onIndexed(this.#index);
    return this.#index;
  }

  /** Reports an outage once and continues where there is an index to serve. */
  #reportOutage(question: 'revision' | 'snapshot', error: unknown): void {
    const isLate = error instanceof LateAnswerError;
    if (isLate) this.#lateAt = this.#steady.now();
    if (this.#index === undefined) throw error;
    // A late answer was reported where it was waited for.
    if (!isLate && !this.#outages.has(question)) this.#options.onStale(error);
    this.#outages.set(question, this.#steady.now());
  }
}

const STORE = 'the model store';

const RETRY_MS = 5000;
