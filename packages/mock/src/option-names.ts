import { checkNames } from './check-names.ts';
import type { MockGatewayOptions } from './mock-gateway.ts';
import type { WireFault } from './rules/wire-fault.ts';
import { TENANT_OPTIONS } from './tenant/option-names.ts';
import type { TenantOptions } from './tenant/options/tenant-options.ts';

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
export const GATEWAY_OPTIONS = [
  ...TENANT_OPTIONS.filter((name) => name !== 'id'),
  ...Object.keys(OWN),
];

/** Throws GW1107 for an option that `createMockGateway` does not have. */
export function checkMockOptions(options: MockGatewayOptions<WireFault>): void {
  checkNames('GW1107', 'createMockGateway', options, GATEWAY_OPTIONS);
}
