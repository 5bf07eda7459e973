import { GOLDEN } from '@model-gateway/worlds';
import type { TenantClock } from '../clock/tenant-clock.ts';
import type { JournalLimits } from '../journal/journal.ts';
import { mockKeys } from '../mock-keys.ts';
import type { WireFault } from '../rules/faults/wire-fault.ts';
import { presetRules } from '../presets/presets.ts';
import { RuleBook } from '../rules/rule-book.ts';
import { checkOptions } from './check-options.ts';
import type { TenantOptions } from './options.ts';
import { Tenant, type TenantSnapshot } from './tenant.ts';
import type { WorldShelf } from './world-shelf.ts';

/** What is there before a tenant: its own clock and rules, and what it shares with its gateway. */
export interface TenantSurroundings {
  readonly shelf: WorldShelf;
  readonly rules: RuleBook;
  readonly clock: TenantClock;
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
  checkOptions(options);
  const { id, seed = GOLDEN.seed, credits = MANY_CREDITS } = options;
  const { beginning, clock } = surroundings;
  const ground = new RuleBook({
    rules: beginning === undefined ? presetRules(options.preset, seed) : [],
    beginning: beginning?.ground,
    hasSocket: false,
  });
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
    clock: clock.clock,
    ownsClock: clock.isOwn,
    latency: options.latency ?? 'none',
    images: options.images ?? 'full',
    ...JOURNAL_LIMITS,
    strictness: options,
  });
}
