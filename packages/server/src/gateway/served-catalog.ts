import type { CatalogIndex, Clock } from '@model-gateway/core';
import type { Logger } from '../log/create-logger.ts';
import type { ListedProvider } from '@model-gateway/providers';
import type { CatalogFacts } from '../metrics/create-metrics.ts';

/** The catalog that a gateway answers from, as far as its log and its metrics say something of it. */
export class ServedCatalog {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #logger: Pick<Logger, 'info' | 'warn'>;
  readonly #providers: readonly Pick<ListedProvider, 'slug' | 'retired'>[];
  /** Retired models of which the log has a line. */
  readonly #named = new Set<string>();
  #facts: CatalogFacts | undefined;

  constructor(
    providers: readonly Pick<ListedProvider, 'slug' | 'retired'>[],
    clock: Pick<Clock, 'now'>,
    logger: Pick<Logger, 'info' | 'warn'>,
  ) {
    this.#providers = providers;
    this.#clock = clock;
    this.#logger = logger;
    this.#nameRetired();
  }

  /** Undefined before the first catalog. */
  get facts(): CatalogFacts | undefined {
    return this.#facts;
  }

  /** Called with each revision that goes into service. */
  replace({ entries, revision }: CatalogIndex): void {
    this.#facts = { models: entries.length, builtAt: this.#clock.now() };
    this.#logger.info({ models: entries.length, revision }, 'catalog in service');
    this.#nameRetired();
  }

  /** A model that retires while the gateway runs changes the catalog on that day. */
  #nameRetired(): void {
    for (const { slug: provider, retired } of this.#providers) {
      for (const { id: model, retiredOn } of retired) {
        const name = `${provider} ${model}`;
        if (this.#named.has(name)) continue;
        this.#named.add(name);
        this.#logger.warn({ provider, model, retiredOn }, 'retired model left out');
      }
    }
  }
}
