import type { Requests } from '../journal/expectations/requests.ts';
import type { ResponseFault, WireFault } from '../rules/wire-fault.ts';
import type { OwnOperation } from '../rules/operation-types.ts';
import type { RuleBuilder } from '../rules/words/rule-builder.ts';
import type { ForkOptions } from './fork.ts';
import type { MockTenant } from './mock-tenant.ts';
import type { NewTenantOptions } from './new-tenant-options.ts';

/**
 * A tenant of a gateway with operations of your own: `on` and `requests` take their ids, too, with
 * the types of their bodies and parameters.
 */
export type TenantWith<Own extends OwnOperation, Fault extends WireFault = ResponseFault> = WithIds<
  Own,
  MockTenant<Fault>,
  TenantWords<Own, Fault>
>;

/** A gateway with operations of your own, and so are its tenants. */
export type GatewayWith<
  Own extends OwnOperation,
  Gateway,
  Fault extends WireFault = ResponseFault,
> = WithIds<Own, Gateway, GatewayWords<Own, Fault>>;

/** Ids that the compiler does not know as literals say nothing. */
type WithIds<Own extends OwnOperation, Base, Words> = [Own] extends [never]
  ? Base
  : string extends Own['id']
    ? Base
    : Words & Base;

type Named<Own extends OwnOperation, Id> = Extract<Own, { readonly id: Id }>;

/** The words of a tenant for operations of your own, by id. */
export interface TenantWords<Own extends OwnOperation, Fault extends WireFault> {
  on<const Id extends Own['id']>(operation: Id): RuleBuilder<Named<Own, Id>, Fault>;
  requests<const Id extends Own['id']>(operation: Id): Requests<Named<Own, Id>>;
  fork(options?: ForkOptions): Promise<TenantWith<Own, Fault>>;
}

/** The same of a gateway. */
export interface GatewayWords<
  Own extends OwnOperation,
  Fault extends WireFault,
> extends TenantWords<Own, Fault> {
  tenant(options?: NewTenantOptions<Fault>): TenantWith<Own, Fault>;
}
