import type { CatalogIndex } from './catalog/catalog-index.ts';
import { LiveCatalog, type ServedCatalog } from './catalog/live-catalog.ts';
import { DIALECTS, type DialectName } from './dialect/dialect.ts';
import { systemClock, type Clock } from './ports/clock.ts';
import type { ModelStore } from './ports/model-store.ts';

/** A catalog in service. Several gateways may share one: it is indexed and kept in memory once. */
export interface Catalog extends ServedCatalog {
  /** The names that the models are written with; every gateway over this catalog uses the same. */
  readonly dialect: DialectName;
}

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
  const { dialect = 'gateway' } = options;
  const catalog = new LiveCatalog(models, {
    toWire: DIALECTS[dialect].modelToWire,
    clock: options.clock ?? systemClock,
    onIndexed: options.onCatalog ?? ignore,
    onStale: options.onError ?? ignore,
  });
  return {
    dialect,
    current: () => catalog.current(),
    wholeList: (index) => catalog.wholeList(index),
  };
}

function ignore(): void {}
