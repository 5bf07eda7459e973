import { checkOptions } from '@model-gateway/core/kit';
import { diagnostic } from './diagnostics.ts';
import type { MockGatewayOptions } from './mock-gateway.ts';
import type { WireFault } from './rules/faults/wire-fault.ts';
import type { ForkOptions } from './tenant/fork.ts';
import type { NewTenantOptions } from './tenant/new-tenant-options.ts';
import { OPTION_ROWS, type TenantOptions } from './tenant/options.ts';

/** Throws GW1107 for an option that `createMockGateway` does not have. */
export function checkMockOptions(options: MockGatewayOptions<WireFault>): void {
  checkNames('createMockGateway', options, GATEWAY_OPTIONS);
}

/** Throws GW1107 for an option that `gateway.tenant()` does not have. */
export function checkTenantOptions(options: NewTenantOptions<WireFault>): void {
  checkNames('gateway.tenant()', options, [...OF_TENANT, 'from']);
}

/** Throws GW1107 for an option in which a fork cannot differ from its tenant. */
export function checkForkOptions(options: ForkOptions): void {
  checkNames('tenant.fork()', options, [...OF_FORK, 'from']);
}

/** Throws GW1107 for an option that is not among `known`. */
export function checkNames(caller: string, options: unknown, known: readonly string[]): void {
  try {
    checkOptions(caller, options, known);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw diagnostic('GW1107', error.message);
  }
}

const OF_TENANT: readonly string[] = OPTION_ROWS.map(([name]) => name);
const OF_FORK = OPTION_ROWS.filter(([, row]) => row.isForkOption === true).map(([name]) => name);

type OwnName = Exclude<keyof MockGatewayOptions, keyof TenantOptions>;
const OWN: Readonly<Record<OwnName, true>> = {
  basePath: true,
  dialect: true,
  operations: true,
  control: true,
  onProgress: true,
  onCatalogReport: true,
  onError: true,
};

/** The options of a gateway: those of its own tenant, whose id is fixed, and its own. */
export const GATEWAY_OPTIONS = [...OF_TENANT.filter((name) => name !== 'id'), ...Object.keys(OWN)];
