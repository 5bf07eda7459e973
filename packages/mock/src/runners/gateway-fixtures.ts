import type { NewTenantOptions } from '../tenant/new-tenant-options.ts';
import type { WireFault } from '../rules/wire-fault.ts';
import { checkNames } from '../check-names.ts';
import {
  START_OPTIONS,
  startMockGateway,
  type RunningMockGateway,
  type StartMockGatewayOptions,
} from '../start-mock-gateway.ts';
import type { MockTenant } from '../tenant/mock-tenant.ts';

/** Options of the gateway and the tenants of tests. */
export interface GatewayFixturesOptions extends StartMockGatewayOptions {
  /** Options of each test's tenant. */
  readonly tenant?: NewTenantOptions<WireFault> | undefined;
}

/** The arguments of each test. */
export interface GatewayFixtures {
  /** On a port of its own; the same for all tests of a file or a worker. */
  readonly gateway: RunningMockGateway;
  /** The test's own, with a key, data, rules, a clock and a journal of its own. */
  readonly tenant: MockTenant<WireFault>;
}

/** A gateway that is started for the first test which needs it. */
export interface LazyGateway {
  start(): Promise<RunningMockGateway>;
  /** Closes it, and throws for unhandled requests that belong to no tenant. */
  end(): Promise<void>;
}

/** `tenant` is for the tests' own tenants; `caller` is what errors call the function. */
export function lazyGateway(caller: string, given: GatewayFixturesOptions): LazyGateway {
  checkNames('GW1107', caller, given, [...START_OPTIONS, 'tenant']);
  const { tenant: _tenant, ...options } = given;
  let starting: Promise<RunningMockGateway> | undefined;
  return {
    start: () => (starting ??= startMockGateway(options)),
    async end() {
      // One that did not start has failed a test already.
      const gateway = await starting?.catch(() => undefined);
      await gateway?.close();
      gateway?.verify();
    },
  };
}

/**
 * Runs a test with a tenant of its own, and closes the tenant. Rejects as the test does, or for
 * what is left over in the tenant; calls `onFailure` before that with a report of its requests.
 */
export async function runWithTenant(
  gateway: RunningMockGateway,
  options: NewTenantOptions<WireFault> | undefined,
  test: (fixtures: GatewayFixtures) => unknown,
  onFailure: (report: string, error: unknown) => void,
): Promise<void> {
  const tenant = gateway.tenant(options);
  try {
    await test({ gateway, tenant });
    await tenant.close();
    tenant.verify();
  } catch (error) {
    await tenant.close();
    onFailure(requestReport(tenant), error);
    throw error;
  }
}

/** Returns a report of the requests of a failed test's tenant, and of what is left over in it. */
export function requestReport(tenant: MockTenant<WireFault>): string {
  const requests = tenant.journal.text() || 'no request came';
  return [`mock gateway, tenant "${tenant.id}":`, requests, ...leftOver(tenant)].join('\n');
}

function leftOver(tenant: MockTenant<WireFault>): readonly string[] {
  try {
    tenant.verify();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
