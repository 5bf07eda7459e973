import { checkDialect } from './dialect/check-dialect.ts';
import { ORIGIN_CHANGES } from './destinations/origin-change.ts';
import type { DestinationOptions, GatewayOptions } from './gateway-options.ts';
import type { ImageOptions } from './images/image-service.ts';
import { checkAmount, checkOptions } from './input/check-options.ts';
import { checkStores } from './check-stores.ts';
import { kindOf, quote } from './input/quote.ts';

/**
 * Throws a `TypeError` with one sentence for options that no gateway can have: unknown ones, missing
 * or wrong stores, unknown dialects. For callers without types, who would learn of it with the first
 * request, or never.
 */
export function checkGatewayOptions(options: GatewayOptions): void {
  checkOptions('createGateway', options, Object.keys(OPTIONS));
  const { images, dialect } = options;
  checkStores(options);
  if (images !== undefined) {
    checkOptions('createGateway({ images })', images, Object.keys(IMAGES));
  }
  checkDestinations(options.destinations);
  checkDialect('createGateway', dialect);
  for (const name of CALLBACKS) checkCallback(name, options[name]);
  checkAmount('storeTimeoutMs', options.storeTimeoutMs);
  checkAmount('maxBodyBytes', options.maxBodyBytes);
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

function checkCallback(name: string, value: unknown): void {
  if (value === undefined || typeof value === 'function') return;
  throw new TypeError(`createGateway: ${name} must be a function, got ${kindOf(value)}`);
}

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
