import { ControlClient } from './control-client.ts';
import { ControlError } from './control-error.ts';
import { remoteTenant, tenantJson, type RemoteTenant } from './remote-tenant.ts';
import { tenantToJson, type RemoteTenantOptions } from './tenant-to-json.ts';

export interface ConnectOptions {
  /** The control token, where the mock has one: always beyond loopback. */
  readonly token?: string | undefined;
  /** What sends requests, in place of the runtime's own. */
  readonly fetch?: typeof fetch | undefined;
}

/** A mock gateway in another process. It stays when the test is done: close what you have added. */
export interface RemoteGateway extends Omit<RemoteTenant, 'close' | typeof Symbol.asyncDispose> {
  /** Adds a tenant: a gateway of its own, for one test. */
  tenant(options?: RemoteTenantOptions): Promise<RemoteTenant>;
  /** Those that are there, the gateway itself first. */
  tenants(): Promise<readonly RemoteTenant[]>;
}

/**
 * Controls a mock gateway in another process, or on another machine, with the words that a test in
 * process has. Runs wherever there is `fetch`.
 *
 * ```ts
 * const gateway = await connectMockGateway('http://127.0.0.1:4010');
 * await using tenant = await gateway.tenant({ credits: 5 });
 * await tenant.on('createImage').fail(529, { times: 2 });
 * ```
 *
 * Rejects with GW1605 when there is no mock at `url`, its bare host.
 */
export async function connectMockGateway(
  url: string,
  { token, fetch: given = fetch }: ConnectOptions = {},
): Promise<RemoteGateway> {
  const host = url.replace(/\/+$/, '');
  // A method of the global object in browsers, which want to be called as one.
  const client = new ControlClient({ url: host, token, fetch: (...args) => given(...args) });
  const main = remoteTenant(client, tenantJson(await ownTenant(client)));
  const { close: _close, [Symbol.asyncDispose]: _dispose, ...own } = main;
  return {
    ...own,
    tenant: async (options = {}) =>
      remoteTenant(
        client,
        tenantJson(await client.call('POST', '/tenants', tenantToJson(options))),
      ),
    async tenants() {
      // What the interface's description says of it.
      const all = (await client.call('GET', '/tenants')) as readonly unknown[];
      return all.map((json) => remoteTenant(client, tenantJson(json)));
    },
  };
}

/** The gateway's own tenant, which every mock has; so whoever does not know it is none. */
async function ownTenant(client: ControlClient): Promise<unknown> {
  try {
    return await client.call('GET', '/tenants/main');
  } catch (error) {
    const isUnknown = error instanceof ControlError && error.status === 404;
    throw isUnknown ? client.noMock('404', error) : error;
  }
}
