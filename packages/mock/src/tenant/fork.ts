import { present } from '@model-gateway/core/kit';
import type { WireFault } from '../rules/wire-fault.ts';
import { diagnostic } from '../diagnostics.ts';
import { CREDIT_ACCOUNTS } from '../mock-keys.ts';
import type { ForkableOptions } from './options/forkable-options.ts';
import { OPTION_ROWS } from './options/option-rows.ts';
import type { TenantOptions } from './options/tenant-options.ts';
import { checkSnapshot, type TenantSnapshot } from './tenant-runtime.ts';

/** The options in which a fork may differ from its tenant. */
export interface ForkOptions extends ForkableOptions {
  /** The initial state: a snapshot, in place of the tenant's state now. */
  readonly from?: TenantSnapshot | undefined;
}

/**
 * Returns the initial state of a tenant made from a snapshot: the snapshot, with other limits if
 * given. Throws GW1106 if a world is given, too.
 */
export function initialFrom(
  snapshot: TenantSnapshot,
  options: TenantOptions<WireFault>,
): TenantSnapshot {
  const given = present(options);
  const both = WORLD_OPTIONS.filter((name) => name in given);
  if (both.length > 0) {
    const message = `a tenant starts from either a snapshot or ${both.join(' and ')}, not both`;
    throw diagnostic('GW1106', message);
  }
  checkSnapshot('from', snapshot);
  const { data } = snapshot;
  const { credits, rateLimit = data.rateLimit } = options;
  const { funded } = CREDIT_ACCOUNTS;
  const balances =
    credits === undefined ? data.balances : { ...data.balances, [funded]: String(credits) };
  return { ...snapshot, data: { ...data, balances, rateLimit } };
}

/** Its seed a fork may have: keys are minted from it. */
const WORLD_OPTIONS = OPTION_ROWS.filter(([, { isWorld }]) => isWorld === true)
  .map(([name]) => name)
  .filter((name) => name !== 'seed');
