import { test, type TestAPI, type TestContext } from 'vitest';
import type { NewTenantOptions } from '../tenant/new-tenant-options.ts';
import type { WireFault } from '../rules/wire-fault.ts';
import type { StartMockGatewayOptions } from '../start-mock-gateway.ts';
import {
  lazyGateway,
  requestReport,
  type GatewayFixtures,
  type GatewayFixturesOptions,
} from './gateway-fixtures.ts';

/** The context of each test. */
export interface GatewayTestContext extends GatewayFixtures {
  /** Options of a worker's gateway. */
  readonly gatewayOptions: StartMockGatewayOptions;
  /** Options of each test's tenant: `test.override({ tenantOptions: … })`. */
  readonly tenantOptions: NewTenantOptions<WireFault>;
}

/**
 * Vitest's `test` with a gateway per worker and a tenant per test:
 *
 *     const test = gatewayTest({ seed: 7 });
 *     test('draws', async ({ tenant }) => { … });
 *
 * The error of a failed test lists the requests of its tenant.
 */
export function gatewayTest(options: GatewayFixturesOptions = {}): TestAPI<GatewayTestContext> {
  return test.extend<GatewayTestContext>({
    gatewayOptions: [options, { scope: 'worker' }],
    gateway: [
      async ({ gatewayOptions }, use) => {
        const gateway = lazyGateway('gatewayTest', gatewayOptions);
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

/** Annotations would suit better, but Vitest does not accept them for a test that has failed. */
function errorsOf({ result }: TestContext['task']) {
  return result?.errors ?? [];
}
