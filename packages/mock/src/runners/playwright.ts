import {
  test,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test';
import type { NewTenantOptions } from '../tenant/new-tenant-options.ts';
import type { WireFault } from '../rules/wire-fault.ts';
import type { RunningMockGateway, StartMockGatewayOptions } from '../start-mock-gateway.ts';
import type { MockTenant } from '../tenant/mock-tenant.ts';
import { lazyGateway, requestReport, type GatewayFixturesOptions } from './gateway-fixtures.ts';

/** The arguments of each test besides Playwright's own. */
export interface GatewayTestArgs {
  /** The test's own, with a key, data, rules, a clock and a journal of its own. */
  readonly tenant: MockTenant<WireFault>;
  /** Options of each test's tenant: `test.use({ tenantOptions: … })`. */
  readonly tenantOptions: NewTenantOptions<WireFault>;
}

/** The arguments of each worker besides Playwright's own. */
export interface GatewayWorkerArgs {
  /** On a port of its own. */
  readonly gateway: RunningMockGateway;
  /** Options of the gateway: `test.use({ gatewayOptions: … })`. */
  readonly gatewayOptions: StartMockGatewayOptions;
}

/**
 * Playwright's `test` with a gateway per worker and a tenant per test:
 *
 *     const test = gatewayTest({ seed: 7 });
 *     test('draws', async ({ page, tenant }) => { … });
 *
 * A failed test has the requests of its tenant as an attachment.
 */
export function gatewayTest(
  options: GatewayFixturesOptions = {},
): TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & GatewayTestArgs,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & GatewayWorkerArgs
> {
  return test.extend<GatewayTestArgs, GatewayWorkerArgs>({
    gatewayOptions: [options, { option: true, scope: 'worker' }],
    gateway: [
      async ({ gatewayOptions }, use) => {
        const gateway = lazyGateway('gatewayTest', gatewayOptions);
        await use(await gateway.start());
        await gateway.end();
      },
      { scope: 'worker' },
    ],
    tenantOptions: [options.tenant ?? {}, { option: true }],
    tenant: async ({ gateway, tenantOptions }, use, testInfo) => {
      const tenant = gateway.tenant(tenantOptions);
      await use(tenant);
      await tenant.close();
      if (testInfo.status === testInfo.expectedStatus) tenant.verify();
      else {
        const body = requestReport(tenant);
        await testInfo.attach('mock gateway', { body, contentType: 'text/plain' });
      }
    },
  });
}
