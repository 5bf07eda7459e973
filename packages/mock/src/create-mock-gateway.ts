import {
  firstOf,
  type CatalogReport,
  type DialectName,
  type GatewayHandler,
} from '@model-gateway/core';
import { withCors } from './http/cors.ts';
import { interfacePages } from './http/interface-pages.ts';
import { landingPage } from './http/landing-page.ts';
import { RuleBook } from './rules/rule-book.ts';
import { createTenant, MAIN } from './tenant/create-tenant.ts';
import { toMockTenant, type MockTenant } from './tenant/mock-tenant.ts';
import { TenantDirectory } from './tenant/tenant-directory.ts';
import type { TenantOptions } from './tenant/tenant-options.ts';
import type { TenantSnapshot } from './tenant/tenant.ts';
import { WorldShelf } from './tenant/world-shelf.ts';
import { present } from './seed/present.ts';

export interface MockGatewayOptions extends Omit<TenantOptions, 'id'> {
  /** Where the API lives; `/v1` by default, `''` for the root. */
  readonly basePath?: string | undefined;
  /** The names that clients use: the specification's by default. */
  readonly dialect?: DialectName | undefined;
  /** Told now and then how many models of a generated world are made. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Told what the catalog holds that this version does not know. */
  readonly onCatalogReport?: ((reports: readonly CatalogReport[]) => void) | undefined;
  /** Told of what clients only see as a 500. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** What a new tenant may have besides the options of every tenant. */
export interface NewTenantOptions extends TenantOptions {
  /** What the tenant begins with, in place of a world: another tenant's `snapshot()`. */
  readonly from?: TenantSnapshot | undefined;
}

export interface MockGateway extends MockTenant {
  /**
   * Answers everything under `basePath`, CORS preflights, and on the bare host GET /, /docs and
   * /openapi.json. A request is for the tenant whose key it carries, or whose id is in its path,
   * else for the gateway's own.
   */
  readonly handle: GatewayHandler;
  /** The API alone under another path, for a host that decides where it lives. */
  handleAt(basePath: string): GatewayHandler;
  readonly basePath: string;
  /**
   * A gateway of its own behind the same URL: with its own keys, data, rules, clock, journal,
   * credits and limits. The rules of the gateway hold for a tenant that has none for a request.
   */
  tenant(options?: NewTenantOptions): MockTenant;
}

/**
 * A fake model gateway without a port, for any runtime: the real core over a seeded world. The
 * world is loaded on first use.
 */
export function createMockGateway(options: MockGatewayOptions = {}): MockGateway {
  return createMockGatewayAt('', options);
}

/** The same, reached at `origin`. */
export function createMockGatewayAt(origin: string, options: MockGatewayOptions): MockGateway {
  const { basePath = '/v1', dialect, onError, onCatalogReport, onProgress } = options;
  const shelf = new WorldShelf(
    { dialect, onError, onCatalog: ({ reports }) => onCatalogReport?.(reports) },
    onProgress,
  );
  const rules = new RuleBook();
  const main = createTenant({ ...options, id: MAIN }, { shelf, rules, onError });
  const directory = new TenantDirectory(main);
  let minted = 0;

  function tenant({ from, ...given }: NewTenantOptions = {}): MockTenant {
    const id = given.id ?? `t${++minted}`;
    const made = createTenant(
      { ...inherited(options, given), ...present(given), id },
      { shelf, rules: new RuleBook([], rules), onError, beginning: from },
    );
    directory.add(made);
    return toMockTenant(made, { origin, basePath, dispose: async () => directory.remove(made) });
  }

  return {
    ...toMockTenant(main, { origin, basePath, dispose: async () => {} }),
    handle: withCors(
      firstOf(
        directory.handleAt(basePath),
        landingPage(basePath),
        interfacePages(basePath, options),
      ),
    ),
    handleAt: (path) => withCors(directory.handleAt(path)),
    basePath,
    tenant,
  };
}

/** What a tenant has like its gateway, unless it asks for something else. */
function inherited(gateway: MockGatewayOptions, given: TenantOptions): TenantOptions {
  const { world, seed, models, destinations, members, assignments, publicCatalog } = gateway;
  const { credits, rateLimit } = gateway;
  const hasOwnWorld = (given.world ?? given.seed) !== undefined || typeof given.models === 'number';
  const common = { publicCatalog, credits, rateLimit };
  if (hasOwnWorld) return common;
  return { ...common, world, seed, models, destinations, members, assignments };
}
