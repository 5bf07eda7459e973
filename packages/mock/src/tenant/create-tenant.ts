import { GOLDEN } from '@model-gateway/worlds';
import { toClock } from '../clock/tenant-clock.ts';
import type { JournalLimits } from '../journal/journal.ts';
import { mockKeys } from '../mock-keys.ts';
import type { WireFault } from '../rules/faults/wire-fault.ts';
import { presetRules } from '../presets/presets.ts';
import { RuleBook } from '../rules/rule-book.ts';
import { checkTenant } from './check-tenant.ts';
import { resumed } from './clock-state.ts';
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
const JOURNAL_LIMITS: JournalLimits = {
  mostRequests: 1000,
  mostBytes: 16 * 1024 * 1024,
  longestBody: 8 * 1024 * 1024,
};

export function createTenant(
  options: TenantOptions<WireFault> & { readonly id: string },
  surroundings: TenantSurroundings,
): Tenant {
  checkTenant(options);
  const { id, seed = GOLDEN.seed, credits = MANY_CREDITS } = options;
  const { beginning } = surroundings;
  const ground = new RuleBook({
    rules: beginning === undefined ? presetRules(options.preset, seed) : [],
    beginning: beginning?.ground,
    hasSocket: false,
  });
  const clock = toClock(options.clock, beginning && resumed(beginning.time));
  const given = { inference: options.apiKey, management: options.managementKey };
  return new Tenant({
    ...surroundings,
    ground,
    id,
    seed,
    wish: options,
    keys: mockKeys(id === MAIN ? `${seed}` : `${seed}, tenant ${id}`, given),
    credits: String(credits),
    rateLimit: options.rateLimit,
    publicCatalog: options.publicCatalog,
    clock,
    ownsClock: clock !== options.clock,
    latency: options.latency ?? 'none',
    ...JOURNAL_LIMITS,
    strictness: options,
  });
}
