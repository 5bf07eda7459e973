import type { Clock } from '../ports/clock.ts';
import type { CatalogSnapshot, ModelStore } from '../ports/model-store.ts';
import type { Model } from '../resources/model.ts';
import { CatalogIndex } from './catalog-index.ts';
import { createWholeListCache, type WholeList } from './whole-list.ts';

/** A catalog in service. */
export interface ServedCatalog {
  /** Rejects when there has never been a usable revision: with `CatalogError`, or as the store does. */
  current(): Promise<CatalogIndex>;
  /** The answer to GET /models without parameters, made once for each index. */
  wholeList(index: CatalogIndex): WholeList;
}

export interface LiveCatalogOptions {
  /** Names a model's members as the client's dialect does. */
  readonly toWire: (model: Model) => unknown;
  /** Told once per revision that is now served. */
  readonly onIndexed: (index: CatalogIndex) => void;
  /** Told once of each revision that is refused and of each outage of the store. */
  readonly onStale: (error: unknown) => void;
  readonly clock: Clock;
}

/**
 * The index of the store's current content. It is built once per revision and swapped in one step.
 * A revision that cannot be indexed is refused, and while the store fails nothing new is learned:
 * in both cases what was served before is served on.
 */
export class LiveCatalog implements ServedCatalog {
  readonly wholeList = createWholeListCache();
  readonly #store: ModelStore;
  readonly #options: LiveCatalogOptions;
  #index: CatalogIndex | undefined;
  #building: Promise<CatalogIndex> | undefined;
  readonly #refused = new Set<string>();
  /** When an outage was last met, and of which question: both heal on their own. */
  readonly #outages = new Map<'revision' | 'snapshot', number>();

  constructor(store: ModelStore, options: LiveCatalogOptions) {
    this.#store = store;
    this.#options = options;
  }

  async current(): Promise<CatalogIndex> {
    let revision: string | undefined;
    // Part of every request, so it waits for nothing but the store.
    try {
      revision = await this.#store.revision();
      this.#outages.delete('revision');
    } catch (error) {
      this.#bear('revision', error);
    }
    if (this.#index !== undefined) {
      const isKnown = revision === undefined || this.#refused.has(revision);
      if (isKnown || revision === this.#index.revision) return this.#index;
    }
    // Requests that come while an index is built wait for the same one.
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
   * What the store holds; undefined while it fails and there is something older to serve. After a
   * failure it is asked again after a while only, because a snapshot is dear.
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
      this.#bear('snapshot', error);
      return undefined;
    }
  }

  /** The new index, or the one before it when the content is no catalog. */
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

  /** Goes on without the store's answer where there is something to serve; reports an outage once. */
  #bear(question: 'revision' | 'snapshot', error: unknown): void {
    if (this.#index === undefined) throw error;
    if (!this.#outages.has(question)) this.#options.onStale(error);
    this.#outages.set(question, this.#options.clock.now());
  }
}

const RETRY_MS = 5000;
