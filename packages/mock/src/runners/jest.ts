import { afterAll } from '@jest/globals';
import {
  lazyGateway,
  runWithTenant,
  type GatewayFixtures,
  type GatewayFixturesOptions,
} from './gateway-fixtures.ts';

/** A test that gets a gateway and a tenant of its own, and the row where it is one of `test.each`. */
export type GatewayTestBody<Row extends readonly unknown[]> = (
  fixtures: GatewayFixtures,
  ...row: Row
) => unknown;

/**
 * Gives tests a tenant each, on one gateway that is closed at the end of the file or, inside of
 * `describe`, of the block:
 *
 *     const withGateway = gatewayFixtures({ seed: 7 });
 *     test('draws', withGateway(async ({ tenant }) => { … }));
 *
 * It wraps the function and not `test`, so `test.each` and its variants take it too. The error of a
 * failed test lists the requests of its tenant.
 */
export function gatewayFixtures(
  options: GatewayFixturesOptions = {},
): <Row extends readonly unknown[]>(test: GatewayTestBody<Row>) => (...row: Row) => Promise<void> {
  const gateway = lazyGateway('gatewayFixtures', options);
  afterAll(() => gateway.end());
  return (test) =>
    async (...row) => {
      const run = (fixtures: GatewayFixtures) => test(fixtures, ...row);
      await runWithTenant(await gateway.start(), options.tenant, run, addToMessage);
    };
}

/** Jest cannot attach text to a test, but prints the beginning of an error's stack. */
function addToMessage(report: string, error: unknown): void {
  if (!(error instanceof Error)) return;
  const { message, stack = '' } = error;
  error.message = `${message}\n\n${report}`;
  error.stack = stack.replace(message, () => error.message);
}
