import type { CatalogIndex, Clock } from '@model-gateway/core';
import type { Logger } from '../log/create-logger.ts';
import type { CatalogFacts } from '../metrics/create-metrics.ts';

/** The catalog that a gateway answers from, as far as its log and its metrics say something of it. */
export class ServedCatalog {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #logger: Pick<Logger, 'info'>;
  #facts: CatalogFacts | undefined;

  constructor(clock: Pick<Clock, 'now'>, logger: Pick<Logger, 'info'>) {
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Undefined before the first catalog. */
  get facts(): CatalogFacts | undefined {
    return this.#facts;
  }

  /** Called with each revision that goes into service. */
  replace({ entries, revision }: CatalogIndex): void {
    this.#facts = { models: entries.length, builtAt: this.#clock.now() };
    this.#logger.info({ models: entries.length, revision }, 'catalog in service');
  }
}
