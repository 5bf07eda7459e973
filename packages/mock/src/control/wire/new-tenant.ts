import { toSnakeCase } from '../../rename-keys.ts';
import type { WireFault } from '../../rules/wire-fault.ts';
import type { NewTenantOptions } from '../../tenant/new-tenant-options.ts';
import { OPTION_ROWS } from '../../tenant/options/option-rows.ts';

/** Returns the options of a tenant or a fork from JSON. Throws the errors of builders and rules. */
export function toTenantOptions(
  json: Readonly<Record<string, unknown>>,
): NewTenantOptions<WireFault> {
  const given = OPTION_ROWS.flatMap(([name, { json: form }]) => {
    const value = json[toSnakeCase(name)];
    if (value === undefined) return [];
    // Each option reads what its own schema accepted.
    const read = (form.read ?? ((same: unknown) => same)) as (value: unknown) => unknown;
    return [[name, read(value)]];
  });
  // The table has the options of tenants, and each makes what its option is.
  return Object.fromEntries(given) as NewTenantOptions<WireFault>;
}
