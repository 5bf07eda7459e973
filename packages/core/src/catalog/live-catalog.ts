import type { Clock } from '../ports/clock.ts';
import type { ModelStore } from '../ports/model-store.ts';
import type { Model } from '../resources/model.ts';
import { CatalogIndex } from './catalog-index.ts';

export interface LiveCatalogOptions {
  /** Names a model's members as the client's dialect does. */
  readonly toWire: (model: Model) => unknown;
  /** Told once per revision that is now served. */
  readonly onIndexed?: ((index: CatalogIndex) => void) | undefined;
  /** Told once per revision that is refused while an older one stays. */
  readonly onRefused?: ((error: unknown) => void) | undefined;
  readonly clock: Clock;
}

/**
 * The index of the store's current content. It is built once per revision and swapped in one step;
 * a revision that cannot be indexed is refused and the one before it stays.
 */
export class LiveCatalog {
  readonly #store: ModelStore;
  readonly #options: LiveCatalogOptions;
  #index: CatalogIndex | undefined;
  #refused: string | undefined;
  #building: Promise<CatalogIndex> | undefined;

  constructor(store: ModelStore, options: LiveCatalogOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** Rejects with `CatalogError` when there has never been a usable revision. */
  async current(): Promise<CatalogIndex> {
    const revision = await this.#store.revision();
    if (this.#index !== undefined) {
      if (revision === this.#index.revision || revision === this.#refused) return this.#index;
    }
    // Requests that come while an index is built wait for the same one.
    this.#building ??= this.#build(revision).finally(() => (this.#building = undefined));
    return this.#building;
  }

  async #build(revision: string): Promise<CatalogIndex> {
    try {
      this.#index = new CatalogIndex(await this.#store.snapshot(), {
        toWire: this.#options.toWire,
        builtAt: this.#options.clock.now(),
      });
    } catch (error) {
      if (this.#index === undefined) throw error;
      this.#refused = revision;
      this.#options.onRefused?.(error);
      return this.#index;
    }
    this.#refused = undefined;
    this.#options.onIndexed?.(this.#index);
    return this.#index;
  }
}
