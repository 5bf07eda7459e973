import { test, type TestAPI, type TestContext } from 'vitest';
import type { NewTenantOptions } from '../tenant/new-tenant-options.ts';
import type { WireFault } from '../rules/faults/wire-fault.ts';
import type { StartMockGatewayOptions } from '../start-mock-gateway.ts';
import {
  lazyGateway,
  requestReport,
  type GatewayFixtures,
  type GatewayFixturesOptions,
} from './gateway-fixtures.ts';

/** What each test gets. */
export interface GatewayTestContext extends GatewayFixtures {
  /** What the gateway of a worker is like. */
  readonly gatewayOptions: StartMockGatewayOptions;
  /** What the tenant of each test has of its own: `test.override({ tenantOptions: … })`. */
  readonly tenantOptions: NewTenantOptions<WireFault>;
}

/**
 * Vitest's `test` with a gateway per worker and a tenant per test:
 *
 *     const test = gatewayTest({ seed: 7 });
 *     test('draws', async ({ tenant }) => { … });
 *
 * The error of a test that fails tells what came to its tenant.
 */
export function gatewayTest(options: GatewayFixturesOptions = {}): TestAPI<GatewayTestContext> {
  return test.extend<GatewayTestContext>({
    gatewayOptions: [options, { scope: 'worker' }],
    gateway: [
      async ({ gatewayOptions }, use) => {
        const gateway = lazyGateway(gatewayOptions);
        await use(await gateway.start());
        await gateway.end();
      },
      { scope: 'worker' },
    ],
    tenantOptions: options.tenant ?? {},
    tenant: async ({ gateway, tenantOptions, task }, use) => {
      const tenant = gateway.tenant(tenantOptions);
      // Those of the attempts before this one, where tests are tried again.
      const before = errorsOf(task).length;
      await use(tenant);
      await tenant.close();
      const [error] = errorsOf(task).slice(before);
      if (error === undefined) tenant.verify();
      else error.message += `\n\n${requestReport(tenant)}`;
    },
  });
}

/** Annotations would be the place for it, but a test that has failed takes none any more. */
function errorsOf({ result }: TestContext['task']) {
  return result?.errors ?? [];
}
