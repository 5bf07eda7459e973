import { present } from '@model-gateway/core/kit';
import type { WireFault } from '../../rules/wire-fault.ts';
import { OPTION_ROWS, type DefaultedName } from './option-rows.ts';
import type { TenantOptions } from './tenant-options.ts';

/** The options of a tenant, inherited ones among them, with every default. */
export type SettledOptions = TenantOptions<WireFault> & {
  readonly [Name in DefaultedName]: NonNullable<TenantOptions[Name]>;
} & { readonly id: string };

/** Fills in the defaults of options that are left out. */
export function settledOptions(
  options: TenantOptions<WireFault> & { readonly id: string },
): SettledOptions {
  const defaults = OPTION_ROWS.filter((row) => row[1].default !== undefined).map(
    ([name, row]) => [name, row.default] as const,
  );
  // The rows have the types of the options, and those of DefaultedName have a default.
  return { ...Object.fromEntries(defaults), ...present(options) } as SettledOptions;
}
