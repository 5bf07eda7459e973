import { checkNames } from '../check-names.ts';
import type { WireFault } from '../rules/wire-fault.ts';
import type { ForkOptions } from './fork.ts';
import type { NewTenantOptions } from './new-tenant-options.ts';
import { FORKABLE_ROWS, OPTION_ROWS } from './options/option-rows.ts';

/** The names of the options of a tenant. */
export const TENANT_OPTIONS: readonly string[] = OPTION_ROWS.map(([name]) => name);
const FORK_OPTIONS = FORKABLE_ROWS.map(([name]) => name);

/** Throws GW1107 for an option that `gateway.tenant()` does not have. */
export function checkTenantOptions(options: NewTenantOptions<WireFault>): void {
  checkNames('GW1107', 'gateway.tenant()', options, [...TENANT_OPTIONS, 'from']);
}

/** Throws GW1107 for an option in which a fork cannot differ from its tenant. */
export function checkForkOptions(options: ForkOptions): void {
  checkNames('GW1107', 'tenant.fork()', options, [...FORK_OPTIONS, 'from']);
}
