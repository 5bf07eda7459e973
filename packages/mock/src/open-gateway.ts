import type { GatewayHandler } from '@model-gateway/core';
import { firstOf, type GatewayRequest } from '@model-gateway/core/http';
import { createOperationSet, type OperationSet } from '@model-gateway/core/kit';
import type { AccessRules } from './control/access.ts';
import type { ControlledGateway } from './control/control-context.ts';
import { controlInterface } from './control/interface/control-interface.ts';
import type { TenantClock } from './clock/tenant-clock.ts';
import type { OpenFixtures } from './fixtures/open-fixtures.ts';
import { CONTROL_PATH, inspectorUrl } from './http/control-path.ts';
import { finished } from './http/finished.ts';
import { interfacePages } from './http/interface-pages.ts';
import { landingPage } from './http/landing-page.ts';
import type { ChangeLog } from './journal/change-log.ts';
import type { TrafficListener } from './journal/traffic.ts';
import type { MockGateway, MockGatewayOptions } from './mock-gateway.ts';
import { withPreset } from './presets/presets.ts';
import type { WireFault } from './rules/wire-fault.ts';
import { RuleBook } from './rules/rule-book.ts';
import { createTenant, MAIN } from './tenant/create-tenant.ts';
import { inheritedOptions } from './tenant/options/inherited-options.ts';
import { toDisposal } from './tenant/loose-ends.ts';
import { checkTenantOptions } from './tenant/option-names.ts';
import type { MockTenant } from './tenant/mock-tenant.ts';
import type { NewTenantOptions } from './tenant/new-tenant-options.ts';
import { TenantRouter } from './tenant/tenant-router.ts';
import { TenantRegistry } from './tenant/tenant-registry.ts';
import { WorldCache } from './tenant/world-cache.ts';

/** The surroundings of a gateway, which exist before it. */
export interface GatewaySurroundings {
  /** The bare host that its URLs begin with; `''` where a host decides. */
  readonly origin: string;
  /** Whether responses are sent on sockets of the gateway's own, which some wire faults need. */
  readonly hasSocket: boolean;
  /** The clock of the gateway's own tenant. */
  readonly clock: TenantClock;
  /** Undefined without a control interface. */
  readonly access: AccessRules | undefined;
  readonly fixtures: OpenFixtures;
  /** What the control interface follows; without one, no answers are kept. */
  readonly changes: ChangeLog | undefined;
  readonly traffic?: TrafficListener | undefined;
}

export interface OpenGateway {
  /** Its handlers leave out CORS, which each shell adds once, around everything. */
  readonly gateway: MockGateway<WireFault>;
  /** Answers 404 to what `gateway.handle` leaves to the host, for a shell that has none behind it. */
  readonly refuse: GatewayHandler;
}

/** Assembles a gateway. */
export function openGateway(
  surroundings: GatewaySurroundings,
  given: MockGatewayOptions<WireFault>,
): OpenGateway {
  const { origin, hasSocket, clock, access, fixtures, changes, traffic } = surroundings;
  const options = withPreset(given);
  const { basePath = '/v1', onError } = options;
  const worlds = worldCacheOf(options, clock);
  const operations = createOperationSet(options.operations ?? []);
  const ownRules = [...(options.rules ?? []), ...fixtures.rules];
  const rules = new RuleBook({ rules: ownRules, hasSocket, operations, basePath });
  const shared = { worlds, rules, operations, basePath, onError, traffic, changes };
  const main = createTenant({ ...options, id: MAIN }, { ...shared, clock });
  const router = new TenantRouter(main, traffic);
  const tenants = new TenantRegistry({ ...shared, origin, router, hasSocket }, main, options);
  const tenant = (own: NewTenantOptions<WireFault> = {}): MockTenant<WireFault> => {
    checkTenantOptions(own);
    // A preset of its own takes the place of the gateway's.
    const defaults = inheritedOptions('tenant', own.preset === undefined ? options : given, own);
    return tenants.add(withPreset(own), defaults);
  };
  const handleControl = controlOf(
    { tenants, tenant, router, basePath, operations, onError },
    surroundings,
  );
  const pages = pagesOf(options, { basePath, operations, access });
  const handleOtherAt = (path: string) => router.throughExit(fixtures.handleOtherAt(path));
  const gateway = {
    ...tenants.main,
    ...endOf(tenants.main, surroundings),
    handle: firstOf(
      handleControl,
      router.handleAt(basePath),
      pages,
      handleOtherAt(basePath),
      // A port of its own has no other server for these requests.
      router.unhandledAt(hasSocket ? '' : basePath),
    ),
    handleAt: (path: string) =>
      firstOf(router.handleAt(path), handleOtherAt(path), router.unhandledAt(path)),
    handleControl,
    basePath,
    controlToken: access?.token,
    inspectorURL: access && inspectorUrl(origin, access.token),
    tenant,
  };
  return { gateway, refuse: router.refuseFor({ basePath, operations }) };
}

interface Controlled extends Pick<ControlledGateway, 'tenant' | 'basePath' | 'operations'> {
  readonly tenants: TenantRegistry;
  readonly router: TenantRouter;
  readonly onError: ((error: unknown) => void) | undefined;
}

/** The control interface; without one, a handler that answers nothing. */
function controlOf(
  { tenants, router, onError, ...gateway }: Controlled,
  { access, changes, fixtures }: GatewaySurroundings,
): GatewayHandler {
  if (access === undefined || changes === undefined) return async () => undefined;
  const controlled = {
    ...gateway,
    tenants: () => tenants.all(),
    journal: (id: string) => router.get(id)?.journal,
    changes,
    explainMiss: async (request: GatewayRequest) => fixtures.replay?.explain(request),
  };
  return controlInterface({ gateway: controlled, access, onError });
}

/** How a gateway ends: its tenants, and what it was opened with. */
function endOf(main: MockTenant<WireFault>, { fixtures, changes }: GatewaySurroundings) {
  const verify = () => {
    main.verify();
    fixtures.verify();
  };
  const close = () => {
    changes?.close();
    return main.close();
  };
  return { verify, close, [Symbol.asyncDispose]: toDisposal(close, verify) };
}

function worldCacheOf(
  { dialect, onError, onCatalogReport, onProgress }: MockGatewayOptions<WireFault>,
  { clock }: TenantClock,
): WorldCache {
  return new WorldCache(
    { dialect, onError, onCatalog: ({ reports }) => onCatalogReport?.(reports), clock },
    onProgress,
  );
}

interface PageFacts {
  readonly basePath: string;
  readonly operations: OperationSet;
  readonly access: AccessRules | undefined;
}

/** The pages for people: the landing page and the description of the API. */
function pagesOf(
  options: MockGatewayOptions<WireFault>,
  { basePath, operations, access }: PageFacts,
): GatewayHandler {
  // With a token, the page cannot ask; its reader types a key.
  const isOpen = access !== undefined && access.token === undefined;
  const keysUrl = isOpen ? `${CONTROL_PATH}/tenants/${MAIN}` : undefined;
  return finished(
    firstOf(
      landingPage(basePath, operations.all, { hasInspector: access !== undefined }),
      interfacePages(basePath, { ...options, keysUrl }),
    ),
  );
}
