import type { WireFault } from '../../rules/wire-fault.ts';
import type { Heir } from './option.ts';
import { OPTION_ROWS } from './option-rows.ts';
import type { TenantOptions } from './tenant-options.ts';

/**
 * Returns the options that a tenant takes over from its gateway, or a fork from its parent, where
 * `own` leaves them out. A tenant that names its own world inherits no part of another.
 */
export function inheritedOptions(
  heir: Heir,
  from: TenantOptions<WireFault>,
  own: TenantOptions<WireFault>,
): TenantOptions {
  const takesWorld = heir === 'fork' || !hasOwnWorld(own);
  const names = OPTION_ROWS.filter(
    ([, { inheritedBy, isWorld = false }]) =>
      inheritedBy.includes(heir) && (takesWorld || !isWorld),
  ).map(([name]) => name);
  const inherited = Object.entries(from).filter(([name]) => names.includes(name));
  // Rules are never inherited, so no wire fault is.
  return Object.fromEntries(inherited) as TenantOptions;
}

function hasOwnWorld({ world, seed, models }: TenantOptions<WireFault>): boolean {
  return (world ?? seed) !== undefined || typeof models === 'number';
}
