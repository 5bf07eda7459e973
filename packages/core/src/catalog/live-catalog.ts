import type { Clock } from '../ports/clock.ts';
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
}

/**
 * Serves the index of the store's current content, built once per revision and swapped in one step.
 * When a revision cannot be indexed or the store fails, the previous index stays in service.
 */
export class LiveCatalog implements ServedCatalog {
  readonly wholeList = createWholeListCache();
  readonly #store: ModelStore;
  readonly #options: LiveCatalogOptions;
  #index: CatalogIndex | undefined;
  #building: Promise<CatalogIndex> | undefined;
  readonly #refused = new Set<string>();
  /** When each call of the store last failed; the two recover independently. */
  readonly #outages = new Map<'revision' | 'snapshot', number>();

  constructor(store: ModelStore, options: LiveCatalogOptions) {
    this.#store = store;
    this.#options = options;
  }

  async current(): Promise<CatalogIndex> {
    let revision: string | undefined;
    // Part of every request, so it waits only for the store.
    try {
      revision = await this.#store.revision();
      this.#outages.delete('revision');
    } catch (error) {
      this.#reportOutage('revision', error);
    }
    if (this.#index !== undefined) {
      const isKnown = revision === undefined || this.#refused.has(revision);
      if (isKnown || revision === this.#index.revision) return this.#index;
    }
    // Requests that arrive while an index is being built wait for the same one.
    this.#building ??= this.#build().finally(() => (this.#building = undefined));
    return this.#building;
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
    const isTooSoon = failedAt !== undefined && this.#options.clock.now() - failedAt < RETRY_MS;
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
    onIndexed(this.#index);
    return this.#index;
  }

  /** Reports an outage once and continues where there is an index to serve. */
  #reportOutage(question: 'revision' | 'snapshot', error: unknown): void {
    if (this.#index === undefined) throw error;
    if (!this.#outages.has(question)) this.#options.onStale(error);
    this.#outages.set(question, this.#options.clock.now());
  }
}

const RETRY_MS = 5000;
