import type { ResponseFault, WireFault } from '../../rules/wire-fault.ts';
import type { TenantBehaviourOptions } from './behaviour-options.ts';
import type { ForkableOptions } from './forkable-options.ts';
import type { TenantWorldOptions } from './world-options.ts';

/** The options of a tenant. Options that are left out are inherited from its gateway. */
export interface TenantOptions<Fault extends WireFault = ResponseFault>
  extends ForkableOptions, TenantWorldOptions, TenantBehaviourOptions<Fault> {}
