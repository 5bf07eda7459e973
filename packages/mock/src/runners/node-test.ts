import { after, type TestContext } from 'node:test';
import {
  lazyGateway,
  runWithTenant,
  type GatewayFixtures,
  type GatewayFixturesOptions,
} from './gateway-fixtures.ts';

/** A test that gets a gateway and a tenant of its own. */
export type GatewayTestBody = (fixtures: GatewayFixtures, context: TestContext) => unknown;

/**
 * Gives tests a tenant each, on one gateway that is closed at the end of the file or, inside of
 * `describe`, of the suite:
 *
 *     const withGateway = gatewayFixtures({ seed: 7 });
 *     it('draws', withGateway(async ({ tenant }) => { … }));
 *
 * It wraps the function and not `it`, because reports name the place where `it` was called. The
 * diagnostics of a failed test list the requests of its tenant.
 */
export function gatewayFixtures(
  options: GatewayFixturesOptions = {},
): (test: GatewayTestBody) => (context: TestContext) => Promise<void> {
  const gateway = lazyGateway('gatewayFixtures', options);
  after(() => gateway.end());
  return (test) => async (context) => {
    const run = (fixtures: GatewayFixtures) => test(fixtures, context);
    await runWithTenant(await gateway.start(), options.tenant, run, (report) => {
      for (const line of report.split('\n')) context.diagnostic(line);
    });
  };
}
