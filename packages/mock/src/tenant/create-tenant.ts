import { createVirtualClock } from '../clock/create-virtual-clock.ts';
import { mockKeys } from '../mock-keys.ts';
import type { RuleBook } from '../rules/rule-book.ts';
import { GOLDEN } from '../world/golden-world.ts';
import type { TenantOptions } from './tenant-options.ts';
import { Tenant, type TenantSnapshot } from './tenant.ts';
import type { WorldShelf } from './world-shelf.ts';

/** What a tenant has of the gateway that it belongs to. */
export interface TenantSurroundings {
  readonly shelf: WorldShelf;
  readonly rules: RuleBook;
  readonly onError: ((error: unknown) => void) | undefined;
  /** What the tenant begins with, in place of a world. */
  readonly beginning?: TenantSnapshot | undefined;
}

/** The id of the tenant that a gateway itself is. */
export const MAIN = 'main';

const MANY_CREDITS = 1_000_000;
const KEPT_REQUESTS = 1000;

export function createTenant(
  options: TenantOptions & { readonly id: string },
  surroundings: TenantSurroundings,
): Tenant {
  const { id, seed = GOLDEN.seed, credits = MANY_CREDITS } = options;
  const given = { inference: options.apiKey, management: options.managementKey };
  return new Tenant({
    ...surroundings,
    id,
    seed,
    wish: options,
    keys: mockKeys(id === MAIN ? `${seed}` : `${seed}, tenant ${id}`, given),
    credits: String(credits),
    rateLimit: options.rateLimit,
    publicCatalog: options.publicCatalog,
    clock: options.clock ?? createVirtualClock(),
    journalLimit: KEPT_REQUESTS,
  });
}
