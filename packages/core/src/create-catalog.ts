import type { CatalogIndex } from './catalog/catalog-index.ts';
import { LiveCatalog, type ServedCatalog } from './catalog/live-catalog.ts';
import { checkDialect } from './dialect/check-dialect.ts';
import { DIALECTS, type DialectName } from './dialect/dialect.ts';
import { checkOptions, type OptionTable } from './input/check-options.ts';
import { AMOUNT, ANYTHING, CLOCK, FUNCTION } from './input/value-rule.ts';
import { systemClock, type Clock } from './ports/clock.ts';
import { createDeadline } from './ports/deadline.ts';
import type { ModelStore } from './ports/model-store.ts';

/** A catalog in service. Several gateways may share one: it is indexed and kept in memory once. */
export interface Catalog extends ServedCatalog {
  /** The dialect of the serialised models; every gateway over this catalog uses it. */
  readonly dialect: DialectName;
}

/** Options of `createCatalog`. */
export interface CatalogOptions {
  /** The dialect of the serialised models; `gateway` by default. */
  readonly dialect?: DialectName | undefined;
  readonly clock?: Clock | undefined;
  /**
   * Milliseconds that the store may take for an answer; 10,000 by default, 0 for no limit. After it
   * the last catalog is served. Source: contract §1.9.
   */
  readonly storeTimeoutMs?: number | undefined;
  /**
   * Called with every revision that goes into service; its `reports` list what was unknown in it.
   */
  readonly onCatalog?: ((index: CatalogIndex) => void) | undefined;
  /** Called with the error of a refused revision or a failing store. Must not throw. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Puts a model store in service. `createGateway` does this itself; call it first when several
 * gateways serve the same models, and pass the result to each of them.
 */
export function createCatalog(models: ModelStore, options: CatalogOptions = {}): Catalog {
  checkOptions('createCatalog', options, OPTIONS);
  checkDialect('createCatalog', options.dialect);
  const { dialect = 'gateway', clock = systemClock, onError = ignore } = options;
  const catalog = new LiveCatalog(models, {
    toWire: DIALECTS[dialect].modelToWire,
    clock,
    ask: createDeadline(clock, options.storeTimeoutMs ?? STORE_TIMEOUT_MS, onError),
    onIndexed: options.onCatalog ?? ignore,
    onStale: onError,
  });
  return {
    dialect,
    current: () => catalog.current(),
    wholeList: (index) => catalog.wholeList(index),
  };
}

function ignore(): void {}

const OPTIONS: OptionTable<CatalogOptions> = {
  dialect: ANYTHING,
  clock: CLOCK,
  storeTimeoutMs: AMOUNT,
  onCatalog: FUNCTION,
  onError: FUNCTION,
};

/** Far above a slow answer, and below the timeouts of clients and proxies. */
export const STORE_TIMEOUT_MS = 10_000;
