import { toTenantClock, type TenantClock } from './clock/tenant-clock.ts';
import { accessRules } from './control/control-options.ts';
import { NO_FIXTURES, type OpenFixtures } from './fixtures/open-fixtures.ts';
import { withCors } from './http/cors.ts';
import { ChangeLog } from './journal/change-log.ts';
import type { MockGateway, MockGatewayOptions } from './mock-gateway.ts';
import { openGateway } from './open-gateway.ts';
import { checkMockOptions } from './option-names.ts';
import type { ResponseFault, WireFault } from './rules/wire-fault.ts';
import type { OwnOperation } from './rules/operation-types.ts';
import type { GatewayWith } from './tenant/with-operations.ts';

/**
 * A fake model gateway without a port, for any runtime: the real core over a seeded world. The
 * world is loaded on first use.
 */
export function createMockGateway<Own extends OwnOperation = never>(
  options: MockGatewayOptions<ResponseFault, Own> = {},
): GatewayWith<Own, MockGateway> {
  checkMockOptions(options);
  const clock = toTenantClock(options.clock);
  const gateway = createHostedGateway(options, { clock, fixtures: NO_FIXTURES });
  // It was created with these operations, so its words take their ids.
  return gateway as GatewayWith<Own, MockGateway>;
}

/** The same with fixtures that answer before it, timed by its clock. */
export function createHostedGateway(
  options: MockGatewayOptions,
  { clock, fixtures }: { readonly clock: TenantClock; readonly fixtures: OpenFixtures },
): MockGateway {
  const access = accessRules(options.control ?? false, undefined);
  const changes = access && new ChangeLog();
  const surroundings = { origin: '', hasSocket: false, clock, access, fixtures, changes };
  return forPages(openGateway(surroundings, options).gateway);
}

/** The same gateway for pages of any origin, too: the client brings the key. */
export function forPages(gateway: MockGateway<WireFault>): MockGateway<WireFault> {
  return {
    ...gateway,
    handle: withCors(gateway.handle),
    handleAt: (path) => withCors(gateway.handleAt(path)),
  };
}
