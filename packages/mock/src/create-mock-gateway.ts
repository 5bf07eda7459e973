import {
  createGateway,
  createMemoryKeyStore,
  firstOf,
  hashKey,
  mountAt,
  type ApiKey,
  type CatalogReport,
  type Clock,
  type DialectName,
  type GatewayHandler,
  type KeyKind,
  type ModelStore,
} from '@model-gateway/core';
import { withCors } from './http/cors.ts';
import { landingPage } from './http/landing-page.ts';
import { mintKey } from './mint-key.ts';
import { GOLDEN } from './world/golden-world.ts';
import { resolveWorld, type WorldOptions } from './world/resolve-world.ts';
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
  /** Told what the catalog holds that this version does not know. */
  readonly onCatalogReport?: ((reports: readonly CatalogReport[]) => void) | undefined;
  /** Told of what clients only see as a 500. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

export interface MockGateway {
  /** Answers everything under `basePath`, CORS preflights, and GET / on the bare host. */
  readonly handle: GatewayHandler;
  readonly apiKey: string;
  readonly managementKey: string;
  readonly basePath: string;
  /** Loads the world ahead of the first request; rejects when it is no catalog. */
  ready(): Promise<World>;
}

/**
 * A fake model gateway without a port, for any runtime: the real core over a seeded world. The
 * world is loaded on first use.
 */
export function createMockGateway(options: MockGatewayOptions = {}): MockGateway {
  const { seed = GOLDEN.seed, basePath = '/v1' } = options;
  const apiKey = options.apiKey ?? mintKey('inference', seed);
  const managementKey = options.managementKey ?? mintKey('management', seed);
  let loading: Promise<World> | undefined;
  const world = () => (loading ??= resolveWorld(options));

  const gateway = createGateway({
    stores: {
      models: worldModels(world),
      keys: createMemoryKeyStore([seededKey(apiKey, 'inference'), seededKey(managementKey, 'management')]),
    },
    clock: options.clock,
    publicCatalog: options.publicCatalog,
    dialect: options.dialect,
    onCatalog: ({ reports }) => options.onCatalogReport?.(reports),
    onError: options.onError,
  });
  return {
    handle: withCors(firstOf(mountAt(basePath, gateway.handle), landingPage(basePath))),
    apiKey,
    managementKey,
    basePath,
    async ready() {
      await gateway.ready();
      return world();
    },
  };
}

function worldModels(world: () => Promise<World>): ModelStore {
  return {
    revision: async () => (await world()).revision,
    async snapshot() {
      const { models, revision } = await world();
      return { entries: models, revision };
    },
  };
}

function seededKey(text: string, kind: KeyKind): ApiKey {
  return {
    hash: hashKey(text),
    label: `Mock ${kind} key`,
    kind,
    userId: 'user_mock',
    organizationId: 'org_mock',
    workspaceId: '00000000-0000-4000-8000-000000000001',
    allowedModels: null,
    creditAccountId: null,
    state: 'active',
    expiresAt: null,
  };
}
