import { mountAt, type GatewayHandler } from '@model-gateway/core';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import type { Journal } from '../journal/journal.ts';
import { withCors } from '../http/cors.ts';
import type { MockKeyName } from '../mock-keys.ts';
import type { Rule } from '../rules/rule.ts';
import type { World } from '../world/world.ts';
import { withAnyKey } from './with-any-key.ts';
import type { Tenant, TenantSnapshot } from './tenant.ts';

/** One tenant of a mock gateway, as tests use it. */
export interface MockTenant extends AsyncDisposable {
  readonly id: string;
  /** The key that says to the gateway that a request is for this tenant. */
  readonly apiKey: string;
  readonly managementKey: string;
  /** All keys of the tenant, by what they are for. */
  readonly keys: Readonly<Record<MockKeyName, string>>;
  /** What clients take as their base URL, together with one of the keys. */
  readonly baseURL: string;
  /** A base URL for this tenant alone, where any key will do: for apps whose key cannot be set. */
  readonly anyKeyURL: string;
  /** Answers this tenant's requests, whichever key they carry; paths begin with the base path. */
  readonly handle: GatewayHandler;
  readonly clock: VirtualClock;
  readonly journal: Journal;
  /** What is left of the credits, USD as a decimal string. */
  credits(): string;
  /** Loads the world ahead of the first request; rejects when it is no catalog. */
  ready(): Promise<World>;
  /**
   * Puts other models in place, in one step; credits, destinations and everything else stay.
   * Rejects with `CatalogError` when they are no catalog, and then nothing changes.
   */
  replaceCatalog(catalog: Pick<World, 'models' | 'revision'>): Promise<void>;
  /** Adds rules in front of all that are there; the first of several is asked first. */
  use(...rules: readonly Rule[]): void;
  /** Takes away the rules that were added, and lets those from the start count anew. */
  resetRules(): void;
  /** All data and rules, for `restore` and `fork`. */
  snapshot(): Promise<TenantSnapshot>;
  /** Makes everything as it was then. */
  restore(snapshot: TenantSnapshot): Promise<void>;
  /** Makes everything as it was at the start, and forgets the requests that came. */
  reset(): Promise<void>;
  /** Takes all models, destinations, members and assignments away, and forgets rules and requests. */
  clear(): Promise<void>;
}

export interface TenantPlace {
  /** `''` where there is no port. */
  readonly origin: string;
  readonly basePath: string;
  readonly dispose: () => Promise<void>;
}

/** What of a tenant tests may use, with where it is reached. */
export function toMockTenant(
  tenant: Tenant,
  { origin, basePath, dispose }: TenantPlace,
): MockTenant {
  return {
    id: tenant.id,
    apiKey: tenant.keys.inference,
    managementKey: tenant.keys.management,
    keys: tenant.keys,
    baseURL: origin + basePath,
    anyKeyURL: `${origin}/t/${encodeURIComponent(tenant.id)}${basePath}`,
    handle: withCors(mountAt(basePath, withAnyKey(tenant))),
    clock: tenant.clock,
    journal: tenant.journal,
    credits: () => tenant.credits(),
    ready: () => tenant.ready(),
    replaceCatalog: (catalog) => tenant.replaceCatalog(catalog),
    use: (...rules) => tenant.rules.use(...rules),
    resetRules: () => tenant.rules.reset(),
    snapshot: () => tenant.snapshot(),
    restore: (snapshot) => tenant.restore(snapshot),
    reset: () => tenant.reset(),
    clear: () => tenant.clear(),
    [Symbol.asyncDispose]: dispose,
  };
}
