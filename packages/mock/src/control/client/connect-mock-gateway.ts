import { checkNames } from '../../check-names.ts';
import { ControlClient } from './control-client.ts';
import { ControlError } from './control-error.ts';
import type { TenantJson } from '../wire/tenant.ts';
import { remoteTenant, type RemoteTenant } from './remote-tenant.ts';
import { watch, type FeedEvent, type WatchOptions } from './watch.ts';
import { tenantToJson, type RemoteTenantOptions } from './tenant-to-json.ts';

/** Options of `connectMockGateway`. */
export interface ConnectOptions {
  /** The control token, where the mock has one: always beyond loopback. */
  readonly token?: string | undefined;
  /** The function that sends requests; the runtime's `fetch` by default. */
  readonly fetch?: typeof fetch | undefined;
}

/** A mock gateway in another process. It stays when the test is done: close what you have added. */
export interface RemoteGateway extends Omit<RemoteTenant, 'close' | typeof Symbol.asyncDispose> {
  /** Adds a tenant: a gateway of its own, for one test. */
  tenant(options?: RemoteTenantOptions): Promise<RemoteTenant>;
  /**
   * Yields the requests of all tenants that are in their journals, and then every change, until the
   * mock closes or `signal` aborts: `for await (const event of gateway.watch()) …`.
   */
  watch(options?: WatchOptions): AsyncIterable<FeedEvent>;
  /** The existing ones, the gateway itself first. */
  tenants(): Promise<readonly RemoteTenant[]>;
}

/**
 * Controls a mock gateway in another process, or on another machine, with the methods that a test
 * in process has. Runs wherever there is `fetch`.
 *
 * ```ts
 * const gateway = await connectMockGateway('http://127.0.0.1:4010');
 * await using tenant = await gateway.tenant({ credits: 5 });
 * await tenant.on('createImage').fail(529, { times: 2 });
 * ```
 *
 * Rejects with GW1605 when no mock answers at `url`, its bare host.
 */
export async function connectMockGateway(
  url: string,
  options: ConnectOptions = {},
): Promise<RemoteGateway> {
  checkNames('GW1107', 'connectMockGateway', options, ['token', 'fetch']);
  const { token, fetch: given = fetch } = options;
  const host = url.replace(/\/+$/, '');
  // In browsers `fetch` is a method of the global object and has to be called as one.
  const client = new ControlClient({ url: host, token, fetch: (...args) => given(...args) });
  const main = remoteTenant(client, await ownTenant(client));
  const { close: _close, [Symbol.asyncDispose]: _dispose, ...own } = main;
  return {
    ...own,
    watch: (watching) => watch(client, '/events', watching),
    tenant: async (tenantOptions = {}) =>
      remoteTenant(client, await client.call('POST', '/tenants', tenantToJson(tenantOptions))),
    async tenants() {
      const all = await client.call<readonly TenantJson[]>('GET', '/tenants');
      return all.map((json) => remoteTenant(client, json));
    },
  };
}

/** Returns the gateway's own tenant. Every mock has one, so a server without it is not a mock. */
async function ownTenant(client: ControlClient): Promise<TenantJson> {
  try {
    return await client.call('GET', '/tenants/main');
  } catch (error) {
    const isUnknown = error instanceof ControlError && error.status === 404;
    throw isUnknown ? client.noMock('404', error) : error;
  }
}
