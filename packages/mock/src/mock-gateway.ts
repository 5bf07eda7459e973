import type { CatalogReport, DialectName, GatewayHandler } from '@model-gateway/core';
import type { ControlChoice } from './control/control-options.ts';
import type { ResponseFault, WireFault } from './rules/wire-fault.ts';
import type { OwnOperation } from './rules/operation-types.ts';
import type { MockTenant } from './tenant/mock-tenant.ts';
import type { NewTenantOptions } from './tenant/new-tenant-options.ts';
import type { TenantOptions } from './tenant/options/tenant-options.ts';

/** The options of a mock gateway: those of its own tenant, and where and how it is reached. */
export interface MockGatewayOptions<
  Fault extends WireFault = ResponseFault,
  Own extends OwnOperation = OwnOperation,
> extends Omit<TenantOptions<Fault>, 'id'> {
  /** The path of the API; `/v1` by default, `''` for the root. */
  readonly basePath?: string | undefined;
  /** The names that clients use: the specification's by default. */
  readonly dialect?: DialectName | undefined;
  /**
   * Operations of your own beside the gateway's, as `createGateway` takes them. All tenants have
   * them; they have rules, journal and control like the gateway's: `on('countTokens')`.
   */
  readonly operations?: readonly Own[] | undefined;
  /**
   * Whether tests in other processes may control the gateway, over HTTP under `/__gateway`: see
   * `connectMockGateway`. Off by default, on for `startMockGateway`. Where the gateway has no port
   * of its own on loopback, requests need a token: yours, or `gateway.controlToken`. Give a token,
   * too, if you mount the handle of `startMockGateway` in a server that others can reach.
   */
  readonly control?: ControlChoice | undefined;
  /** Called periodically with how many models have been generated. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Called with what the catalog holds that this version does not know. */
  readonly onCatalogReport?: ((reports: readonly CatalogReport[]) => void) | undefined;
  /** Called with errors that clients see only as a 500. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * A fake gateway: the real core over a world. It is a tenant of its own, and makes others.
 *
 * @example
 * const gateway = createMockGateway();
 * const t = gateway.tenant();
 * t.on('createImage').fail(529, { times: 2 });
 */
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
  /** The token for control over HTTP; undefined if none is needed. */
  readonly controlToken: string | undefined;
  /**
   * The page that shows what came and changes what happens, for a browser; undefined without the
   * control interface. A control token is in its fragment, which browsers do not send.
   */
  readonly inspectorURL: string | undefined;
  /**
   * A gateway of its own behind the same URL: with its own keys, data, rules, clock, journal,
   * credits and limits. The rules of the gateway hold for a tenant that has none for a request.
   */
  tenant(options?: NewTenantOptions<Fault>): MockTenant<Fault>;
}
