import type { WireFault } from '../rules/faults/wire-fault.ts';
import { diagnostic } from '../diagnostics.ts';
import { CREDIT_ACCOUNTS } from '../mock-keys.ts';
import type { TenantOptions } from './tenant-options.ts';
import type { TenantSnapshot } from './tenant.ts';

/** The options in which a fork may differ from its tenant. */
export interface ForkOptions extends Pick<
  TenantOptions,
  'id' | 'apiKey' | 'managementKey' | 'credits' | 'rateLimit' | 'clock' | 'latency'
> {
  /** What it begins with: a snapshot in place of what the tenant is now. */
  readonly from?: TenantSnapshot | undefined;
}

/** What of a tenant's options holds for its forks: not what is its own, nor what a snapshot has. */
export function heritable(options: TenantOptions<WireFault>): TenantOptions {
  const { seed, rateLimit, latency, publicCatalog, unhandled, unusedRules, strict } = options;
  return { seed, rateLimit, latency, publicCatalog, unhandled, unusedRules, strict };
}

/**
 * What a new tenant begins with that is made from a snapshot: the snapshot, with other credits where
 * they are given. Throws GW1106 when a world is given, too.
 */
export function beginningOf(
  snapshot: TenantSnapshot,
  options: TenantOptions<WireFault>,
): TenantSnapshot {
  const both = WORLD_OPTIONS.filter((name) => options[name] !== undefined);
  if (both.length > 0) {
    const message = `a tenant starts from either a snapshot or ${both.join(' and ')}, not both`;
    throw diagnostic('GW1106', message);
  }
  if (options.credits === undefined) return snapshot;
  const { usual } = CREDIT_ACCOUNTS;
  const balances = { ...snapshot.data.balances, [usual]: String(options.credits) };
  return { ...snapshot, data: { ...snapshot.data, balances } };
}

const WORLD_OPTIONS = ['world', 'models', 'destinations', 'members', 'assignments'] as const;
