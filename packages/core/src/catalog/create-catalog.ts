import type { DialectName } from '../dialect/dialect.ts';
import { systemClock, type Clock } from '../ports/clock.ts';
import type { ModelStore } from '../ports/model-store.ts';
import type { CatalogIndex } from './catalog-index.ts';
import { LiveCatalog, type Catalog } from './live-catalog.ts';

export interface CatalogOptions {
  /** The names that the models are written with; the specification's by default. */
  readonly dialect?: DialectName | undefined;
  readonly clock?: Clock | undefined;
  /** Told of every revision that is now served; its `reports` name what was unknown in it. */
  readonly onCatalog?: ((index: CatalogIndex) => void) | undefined;
  /** Told of a revision that was refused and of an outage of the store. Must not throw. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Puts a model store in service. `createGateway` does it by itself; do it first when several
 * gateways serve the same models, and give each of them what comes back.
 */
export function createCatalog(models: ModelStore, options: CatalogOptions = {}): Catalog {
  return new LiveCatalog(models, {
    dialect: options.dialect ?? 'gateway',
    clock: options.clock ?? systemClock,
    onIndexed: options.onCatalog ?? ignore,
    onStale: options.onError ?? ignore,
  });
}

function ignore(): void {}
