import { checkDialect } from './dialect/check-dialect.ts';
import { ORIGIN_CHANGES } from './destinations/origin-change.ts';
import type { DestinationOptions, GatewayOptions } from './gateway-options.ts';
import type { ImageOptions } from './images/image-service.ts';
import { checkAmount, checkOptions } from './input/check-options.ts';
import { kindOf, quote } from './input/quote.ts';

/**
 * Throws a `TypeError` with one sentence for options that no gateway can have: unknown ones, missing
 * or wrong stores, unknown dialects. For callers without types, who would learn of it with the first
 * request, or never.
 */
export function checkGatewayOptions(options: GatewayOptions): void {
  checkOptions('createGateway', options, Object.keys(OPTIONS));
  const { stores, images, authenticate, dialect } = options;
  if (stores === undefined) {
    throw new TypeError('createGateway needs stores: { models, keys }, got nothing');
  }
  checkOptions('createGateway({ stores })', stores, Object.keys(STORES));
  for (const [name, methods] of Object.entries(STORES)) checkStore(name, methods, options);
  if (stores.keys === undefined && authenticate === undefined) {
    throw new TypeError('createGateway needs stores.keys or authenticate, to know who calls');
  }
  if (images !== undefined) {
    checkOptions('createGateway({ images })', images, Object.keys(IMAGES));
  }
  checkDestinations(options.destinations);
  checkDialect('createGateway', dialect);
  for (const name of CALLBACKS) checkCallback(name, options[name]);
  checkAmount('storeTimeoutMs', options.storeTimeoutMs);
  checkAmount('maxBodyBytes', options.maxBodyBytes);
}

function checkStore(name: string, methods: readonly string[], { stores }: GatewayOptions): void {
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
      `got ${kindOf(store)}${Array.isArray(store) ? `: wrap it in ${MEMORY[name] ?? 'a store'}` : ''}`,
  );
}

function checkDestinations(destinations: DestinationOptions | undefined): void {
  if (destinations === undefined) return;
  checkOptions('createGateway({ destinations })', destinations, ['originChange']);
  const { originChange } = destinations;
  if (originChange === undefined || ORIGIN_CHANGES.includes(originChange)) return;
  throw new TypeError(
    `createGateway: destinations.originChange must be ${ORIGIN_CHANGES.join(' or ')}, got ${quote(originChange)}`,
  );
}

function hasMethods(store: unknown, methods: readonly string[]): boolean {
  if (typeof store !== 'object' || store === null) return false;
  // Any object has such a member or not; what it holds is looked at.
  const members = store as Readonly<Record<string, unknown>>;
  return methods.every((name) => typeof members[name] === 'function');
}

function checkCallback(name: string, value: unknown): void {
  if (value === undefined || typeof value === 'function') return;
  throw new TypeError(`createGateway: ${name} must be a function, got ${kindOf(value)}`);
}

/** The methods of each store. */
const STORES: Readonly<Record<keyof GatewayOptions['stores'], readonly string[]>> = {
  models: ['revision', 'snapshot'],
  keys: ['findByHash'],
  destinations: ['list', 'get', 'replace'],
  members: ['list'],
  assignments: ['list'],
};

/** What makes a store of a list. */
const MEMORY: Readonly<Record<string, string>> = {
  models: 'createMemoryModelStore',
  keys: 'createMemoryKeyStore',
  destinations: 'createMemoryDestinationStore',
  members: 'createMemoryMemberStore',
  assignments: 'createMemoryGuardrailAssignmentStore',
};

const CALLBACKS = [
  'authenticate',
  'today',
  'onCatalog',
  'onError',
  'onRequest',
  'passThrough',
  'modelPage',
  'chatPage',
] as const satisfies readonly (keyof GatewayOptions)[];

/** Every option; the types ask for a row for each. */
const OPTIONS: Readonly<Record<keyof GatewayOptions, true>> = {
  stores: true,
  authenticate: true,
  storeTimeoutMs: true,
  operations: true,
  passThrough: true,
  images: true,
  destinations: true,
  clock: true,
  today: true,
  permissions: true,
  publicCatalog: true,
  maxBodyBytes: true,
  dialect: true,
  onCatalog: true,
  onError: true,
  onRequest: true,
  observers: true,
  publicBaseUrl: true,
  modelPage: true,
  chatPage: true,
};

const IMAGES: Readonly<Record<keyof ImageOptions, true>> = {
  providers: true,
  ledger: true,
  limiter: true,
  http: true,
  budgetMs: true,
  maxHeldBytes: true,
  random: true,
};
