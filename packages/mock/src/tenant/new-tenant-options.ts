import type { ResponseFault, WireFault } from '../rules/wire-fault.ts';
import type { TenantOptions } from './options/tenant-options.ts';
import type { TenantSnapshot } from './tenant-runtime.ts';

/** The options of `gateway.tenant()`. */
export interface NewTenantOptions<
  Fault extends WireFault = ResponseFault,
> extends TenantOptions<Fault> {
  /** The initial state, in place of a world and rules: a tenant's `snapshot()`. */
  readonly from?: TenantSnapshot | undefined;
}
