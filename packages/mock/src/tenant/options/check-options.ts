import { diagnostic } from '../../diagnostics.ts';
import type { WireFault } from '../../rules/wire-fault.ts';
import { OPTION_ROWS } from './option-rows.ts';
import type { TenantOptions } from './tenant-options.ts';

/** Throws for options that no tenant can have, at once rather than with the first request. */
export function checkOptions(options: TenantOptions<WireFault>): void {
  const given = new Map<string, unknown>(Object.entries(options));
  for (const [name, { check }] of OPTION_ROWS) {
    const value = given.get(name);
    if (value !== undefined) check?.(value);
  }
  const { apiKey, managementKey } = options;
  if (apiKey === undefined || apiKey !== managementKey) return;
  throw diagnostic('GW1104', 'apiKey and managementKey must be different keys');
}
