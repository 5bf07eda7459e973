import type { CatalogReport, DialectName } from '@model-gateway/core';
import { firstOf, type GatewayHandler } from '@model-gateway/core/http';
import type { ResponseFault, WireFault } from './rules/faults/wire-fault.ts';
import type { AccessRules } from './control/access.ts';
import { controlInterface } from './control/control-interface.ts';
import { accessRules, type ControlChoice } from './control/control-options.ts';
import { withCors } from './http/cors.ts';
import { finished } from './http/finished.ts';
import { interfacePages } from './http/interface-pages.ts';
import { landingPage } from './http/landing-page.ts';
import { withPreset } from './presets/presets.ts';
import { RuleBook } from './rules/rule-book.ts';
import { createTenant, MAIN } from './tenant/create-tenant.ts';
import type { MockTenant } from './tenant/mock-tenant.ts';
import type { NewTenantOptions } from './tenant/new-tenant-options.ts';
import { TenantDirectory } from './tenant/tenant-directory.ts';
import type { TenantOptions } from './tenant/tenant-options.ts';
import { Tenants } from './tenant/tenants.ts';
import { WorldShelf } from './tenant/world-shelf.ts';

export interface MockGatewayOptions<Fault extends WireFault = ResponseFault> extends Omit<
  TenantOptions<Fault>,
  'id'
> {
  /** Where the API lives; `/v1` by default, `''` for the root. */
  readonly basePath?: string | undefined;
  /** The names that clients use: the specification's by default. */
  readonly dialect?: DialectName | undefined;
  /**
   * Whether tests in other processes may control the gateway, over HTTP under `/__gateway`: see
   * `connectMockGateway`. Off by default, on for `startMockGateway`. Where the gateway has no port of
   * its own on loopback, a token has to be sent: yours, or `gateway.controlToken`.
   */
  readonly control?: ControlChoice | undefined;
  /** Called now and then with the number of models of a generated world made so far. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Called with what the catalog holds that this version does not know. */
  readonly onCatalogReport?: ((reports: readonly CatalogReport[]) => void) | undefined;
  /** Called with errors that clients see only as a 500. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

export interface MockGateway<Fault extends WireFault = ResponseFault> extends MockTenant<Fault> {
  /**
   * Answers everything under `basePath`, CORS preflights, and on the bare host GET /, /docs and
   * /openapi.json. A request is for the tenant whose key it carries, or whose id is in its path,
   * else for the gateway's own.
   */
  readonly handle: GatewayHandler;
  /** The API alone under another path, for a host that decides where it lives. */
  handleAt(basePath: string): GatewayHandler;
  /** The control interface alone, where it is switched on; under its own path. */
  readonly handleControl: GatewayHandler;
  readonly basePath: string;
  /** What has to be sent to control the gateway over HTTP; undefined where nothing has to be. */
  readonly controlToken: string | undefined;
  /**
   * A gateway of its own behind the same URL: with its own keys, data, rules, clock, journal,
   * credits and limits. The rules of the gateway hold for a tenant that has none for a request.
   */
  tenant(options?: NewTenantOptions<Fault>): MockTenant<Fault>;
}

/**
 * A fake model gateway without a port, for any runtime: the real core over a seeded world. The
 * world is loaded on first use.
 */
export function createMockGateway(options: MockGatewayOptions = {}): MockGateway {
  return createMockGatewayAt('', options, accessRules(options.control ?? false, undefined));
}

/** The same, reached at `origin`, where there is a socket for every wire fault. */
export function createMockGatewayAt(
  origin: string,
  given: MockGatewayOptions<WireFault>,
  access: AccessRules | undefined,
): MockGateway<WireFault> {
  const options = withPreset(given);
  const { basePath = '/v1', dialect, onError, onCatalogReport, onProgress } = options;
  const shelf = new WorldShelf(
    {
      dialect,
      onError,
      onCatalog: ({ reports }) => onCatalogReport?.(reports),
      clock: () => main.clock,
    },
    onProgress,
  );
  const hasSocket = origin !== '';
  const rules = new RuleBook({ rules: options.rules, hasSocket });
  const main = createTenant({ ...options, id: MAIN }, { shelf, rules, onError });
  const directory = new TenantDirectory(main);
  const place = { origin, basePath, directory, shelf, rules, hasSocket, onError };
  const tenants = new Tenants(place, main, options);

  function tenant(wish: NewTenantOptions<WireFault> = {}): MockTenant<WireFault> {
    // A preset of its own takes the place of the gateway's.
    const usual = inherited(wish.preset === undefined ? options : given, wish);
    return tenants.add(withPreset(wish), usual);
  }

  const controlled = { tenants: () => tenants.all(), tenant };
  const handleControl: GatewayHandler =
    access === undefined
      ? async () => undefined
      : controlInterface({ gateway: controlled, access, onError });

  return {
    ...tenants.main,
    handle: withCors(
      firstOf(
        handleControl,
        directory.handleAt(basePath),
        finished(firstOf(landingPage(basePath), interfacePages(basePath, options))),
        // On a port of its own nobody else could be meant.
        directory.unhandledAt(hasSocket ? '' : basePath),
      ),
    ),
    handleAt: (path) => withCors(firstOf(directory.handleAt(path), directory.unhandledAt(path))),
    handleControl,
    basePath,
    controlToken: access?.token,
    tenant,
  };
}

/** Returns the options that a tenant inherits from its gateway, unless its own say otherwise. */
function inherited(
  gateway: MockGatewayOptions<WireFault>,
  wish: TenantOptions<WireFault>,
): TenantOptions {
  const { world, seed, models, destinations, members, assignments, publicCatalog } = gateway;
  const { credits, rateLimit, unhandled, unusedRules, strict, clock, latency, preset } = gateway;
  const hasOwnWorld = (wish.world ?? wish.seed) !== undefined || typeof wish.models === 'number';
  const trouble = { credits, rateLimit, latency, preset };
  const common = { publicCatalog, unhandled, unusedRules, strict, clock, ...trouble };
  if (hasOwnWorld) return common;
  return { ...common, world, seed, models, destinations, members, assignments };
}
