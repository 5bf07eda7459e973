import type {
  CatalogEntry,
  GuardrailAssignment,
  StoredDestination,
  StoredMember,
} from '@model-gateway/core';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import type { WorldSource } from '../world/world.ts';

/** What one tenant has. Whatever is left out is as in the gateway that the tenant belongs to. */
export interface TenantOptions {
  /** Part of the tenant's URL and of the keys minted for it; `t1`, `t2`, … by default. */
  readonly id?: string | undefined;
  /** The inference key that is accepted; minted from the seed and the id by default. */
  readonly apiKey?: string | undefined;
  /** The management key that is accepted; minted from the seed and the id by default. */
  readonly managementKey?: string | undefined;
  /** The world to begin with; what follows takes the place of what is in it. */
  readonly world?: WorldSource | undefined;
  /** A whole number; what is generated, minted and drawn depends on it. */
  readonly seed?: number | undefined;
  /** The whole catalog, or how many models to generate. */
  readonly models?: number | readonly CatalogEntry[] | undefined;
  readonly destinations?: readonly StoredDestination[] | undefined;
  /** Oldest first. */
  readonly members?: readonly StoredMember[] | undefined;
  readonly assignments?: readonly GuardrailAssignment[] | undefined;
  /** What images may cost altogether, USD; a million by default. `usage.cost` is taken from it. */
  readonly credits?: number | string | undefined;
  /** Images per window and key; past it the answer is 429. Off by default. */
  readonly rateLimit?: RateLimit | undefined;
  /** What everything is timed by; a clock of the tenant's own by default, which runs with real time. */
  readonly clock?: VirtualClock | undefined;
  /** Lets GET /models be read without a key. */
  readonly publicCatalog?: boolean | undefined;
}

export interface RateLimit {
  readonly limit: number;
  readonly windowSeconds: number;
}
