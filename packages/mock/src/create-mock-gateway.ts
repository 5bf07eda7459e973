import {
  CatalogIndex,
  createGateway,
  createMemoryCreditLedger,
  createMemoryKeyStore,
  createMemoryRateLimiter,
  firstOf,
  mountAt,
  systemClock,
  type CatalogReport,
  type Clock,
  type DialectName,
  type GatewayHandler,
  type ImageProvider,
} from '@model-gateway/core';
import { withCors } from './http/cors.ts';
import { interfacePages } from './http/interface-pages.ts';
import { landingPage } from './http/landing-page.ts';
import { imaginedWeb } from './images/imagined-web.ts';
import { CREDIT_ACCOUNTS, mockKeys, type MockKeyName } from './mock-keys.ts';
import { GOLDEN } from './world/golden-world.ts';
import { worldImageProviders } from './world/world-images.ts';
import { resolveWorld, type WorldOptions } from './world/resolve-world.ts';
import { worldStores } from './world/world-stores.ts';
import type { World } from './world/world.ts';

export interface MockGatewayOptions extends WorldOptions {
  /** The inference key that is accepted; minted from the seed by default. */
  readonly apiKey?: string | undefined;
  /** The management key that is accepted; minted from the seed by default. */
  readonly managementKey?: string | undefined;
  /** Where the API lives; `/v1` by default, `''` for the root. */
  readonly basePath?: string | undefined;
  /** Lets GET /models be read without a key. */
  readonly publicCatalog?: boolean | undefined;
  /** The names that clients use: the specification's by default. */
  readonly dialect?: DialectName | undefined;
  readonly clock?: Clock | undefined;
  /** What images may cost altogether, USD; a million by default. `usage.cost` is taken from it. */
  readonly credits?: number | string | undefined;
  /** Images per window and key; past it the answer is 429. Off by default. */
  readonly rateLimit?: { readonly limit: number; readonly windowSeconds: number } | undefined;
  /** Told what the catalog holds that this version does not know. */
  readonly onCatalogReport?: ((reports: readonly CatalogReport[]) => void) | undefined;
  /** Told of what clients only see as a 500. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

export interface MockGateway {
  /**
   * Answers everything under `basePath`, CORS preflights, and on the bare host GET /, /docs and
   * /openapi.json.
   */
  readonly handle: GatewayHandler;
  /** The API alone under another path, for a host that decides where it lives. */
  handleAt(basePath: string): GatewayHandler;
  readonly apiKey: string;
  readonly managementKey: string;
  /** All keys that the mock knows, by what they are for. */
  readonly keys: Readonly<Record<MockKeyName, string>>;
  /** What is left of the credits, USD as a decimal string. */
  credits(): string;
  readonly basePath: string;
  /** Loads the world ahead of the first request; rejects when it is no catalog. */
  ready(): Promise<World>;
  /**
   * Puts other models in place, in one step; credits, destinations and everything else stay.
   * Rejects with `CatalogError` when they are no catalog, and then nothing changes.
   */
  replaceCatalog(catalog: Pick<World, 'models' | 'revision'>): Promise<void>;
}

/**
 * A fake model gateway without a port, for any runtime: the real core over a seeded world. The
 * world is loaded on first use.
 */
export function createMockGateway(options: MockGatewayOptions = {}): MockGateway {
  const { seed = GOLDEN.seed, basePath = '/v1' } = options;
  const { clock = systemClock, credits = MANY_CREDITS, rateLimit } = options;
  const keys = mockKeys(seed, { inference: options.apiKey, management: options.managementKey });
  const ledger = createMemoryCreditLedger({
    [CREDIT_ACCOUNTS.usual]: String(credits),
    [CREDIT_ACCOUNTS.empty]: '0',
  });
  let loaded: World | undefined;
  let loading: Promise<World> | undefined;
  const world = () => (loading ??= resolveWorld(options).then((made) => (loaded = made)));
  let providers: readonly ImageProvider[] | undefined;
  /** Asked for by requests that found their model, so the world is there and was checked. */
  const imageProviders = () =>
    (providers ??= worldImageProviders(loaded?.models ?? [], { seed, clock }));

  const gateway = createGateway({
    stores: {
      ...worldStores(world),
      keys: createMemoryKeyStore(keys.stored),
    },
    images: {
      providers: { [Symbol.iterator]: () => imageProviders()[Symbol.iterator]() },
      ledger,
      http: imaginedWeb,
      limiter: rateLimit && createMemoryRateLimiter({ ...rateLimit, clock }),
    },
    clock,
    publicCatalog: options.publicCatalog,
    dialect: options.dialect,
    onCatalog: ({ reports }) => options.onCatalogReport?.(reports),
    onError: options.onError,
  });
  return {
    handle: withCors(
      firstOf(
        mountAt(basePath, gateway.handle),
        landingPage(basePath),
        interfacePages(basePath, options),
      ),
    ),
    handleAt: (path) => withCors(mountAt(path, gateway.handle)),
    apiKey: keys.texts.inference,
    managementKey: keys.texts.management,
    keys: keys.texts,
    credits: () => ledger.balanceOf(CREDIT_ACCOUNTS.usual) ?? '0',
    basePath,
    async ready() {
      await gateway.ready();
      return world();
    },
    async replaceCatalog({ models, revision }) {
      const before = await world();
      // Throws where the gateway would quietly serve on what it has.
      const index = new CatalogIndex({ entries: models, revision });
      loaded = { ...before, models: index.entries, revision, isChecked: false };
      loading = Promise.resolve(loaded);
      providers = undefined;
      await gateway.ready();
    },
  };
}

const MANY_CREDITS = 1_000_000;
