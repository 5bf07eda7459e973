import type { Clock } from '../ports/clock.ts';
import type { CatalogSnapshot, ModelStore } from '../ports/model-store.ts';
import type { Model } from '../resources/model.ts';
import { CatalogIndex } from './catalog-index.ts';

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
export class LiveCatalog {
  readonly #store: ModelStore;
  readonly #options: LiveCatalogOptions;
  #index: CatalogIndex | undefined;
  #building: Promise<CatalogIndex> | undefined;
  readonly #refused = new Set<string>();
  #isStoreFailing = false;

  constructor(store: ModelStore, options: LiveCatalogOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** Rejects when there has never been a usable revision: with `CatalogError`, or as the store does. */
  async current(): Promise<CatalogIndex> {
    const revision = await this.#asked(() => this.#store.revision());
    if (this.#index !== undefined) {
      const isKnown = revision === undefined || this.#refused.has(revision);
      if (isKnown || revision === this.#index.revision) return this.#index;
    }
    // Requests that come while an index is built wait for the same one.
    this.#building ??= this.#build().finally(() => (this.#building = undefined));
    return this.#building;
  }

  async #build(): Promise<CatalogIndex> {
    const snapshot = await this.#asked(() => this.#store.snapshot());
    const index = snapshot === undefined ? this.#index : this.#indexOf(snapshot);
    if (index === undefined) throw new Error('the catalog could not be read');
    return index;
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

  /** What the store says; undefined while it fails and there is something older to serve. */
  async #asked<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      const answer = await ask();
      this.#isStoreFailing = false;
      return answer;
    } catch (error) {
      if (this.#index === undefined) throw error;
      if (!this.#isStoreFailing) this.#options.onStale(error);
      this.#isStoreFailing = true;
      return undefined;
    }
  }
}
