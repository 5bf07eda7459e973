import type { GatewayOptions } from './gateway-options.ts';
import { BUDGET_STORE, GENERATION_STORE, GUARDRAIL_STORE, LIST_STORES } from './stores.ts';
import { checkOptions, optionsNamed } from './input/check-options.ts';
import { kindOf } from './input/quote.ts';
import { hasMethods } from './input/value-rule.ts';

/** Throws a `TypeError` with one sentence for stores that are missing or are not stores. */
export function checkStores(options: GatewayOptions): void {
  const { stores, authenticate } = options;
  if (stores === undefined) {
    throw new TypeError('createGateway needs stores: { models, keys }, got nothing');
  }
  checkOptions('createGateway({ stores })', stores, ANY_STORE);
  for (const [name, row] of Object.entries(STORES)) checkStore(name, row, options);
  if (stores.keys === undefined && authenticate === undefined) {
    throw new TypeError('createGateway needs stores.keys or authenticate, to know who calls');
  }
}

function checkStore(
  name: string,
  { methods: all, maker }: StoreShape,
  { stores }: GatewayOptions,
): void {
  const methods = Object.keys(all);
  const store = new Map<string, unknown>(Object.entries(stores)).get(name);
  if (store === undefined) {
    if (name !== 'models') return;
    throw new TypeError(
      'createGateway needs stores.models, such as createMemoryModelStore(entries), got nothing',
    );
  }
  const isCatalog = name === 'models' && hasMethods(store, ['current', 'wholeList']);
  if (isCatalog || hasMethods(store, methods)) return;
  throw new TypeError(
    `createGateway: stores.${name} must be a store with ${methods.map((each) => `${each}()`).join(' and ')}, ` +
      `got ${kindOf(store)}${Array.isArray(store) ? `: wrap it in ${maker}` : ''}`,
  );
}

interface StoreShape {
  readonly methods: Readonly<Record<string, true>>;
  /** What makes one of a list. */
  readonly maker: string;
}

const STORES: Readonly<Record<keyof GatewayOptions['stores'], StoreShape>> = {
  models: { methods: { revision: true, snapshot: true }, maker: 'createMemoryModelStore' },
  keys: { methods: { findByHash: true }, maker: 'createMemoryKeyStore' },
  generations: GENERATION_STORE,
  budgets: BUDGET_STORE,
  guardrails: GUARDRAIL_STORE,
  ...LIST_STORES,
};

/** The stores as options; what each holds has a sentence of its own. */
const ANY_STORE = optionsNamed(Object.keys(STORES));
