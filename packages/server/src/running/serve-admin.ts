import { GatewayError } from '@model-gateway/core';
import type { GatewayHandler } from '@model-gateway/core/http';
import { foreignHost, isAddress, isLoopback } from '@model-gateway/core/kit';
import { serve, type RunningServer } from '@model-gateway/node';
import type { ResolvedConfig } from '../config/resolve-config.ts';

type AdminSettings = Pick<NonNullable<ResolvedConfig['admin']>, 'host' | 'port' | 'allowHosts'>;

/**
 * Serves health and metrics at the admin port, under the names of this server only: localhost,
 * addresses, `host` and `allowHosts`. Nobody needs a key for them, so a page that points a name of
 * its own at this machine (DNS rebinding) could read them otherwise.
 */
export function serveAdmin(
  handler: GatewayHandler,
  { host, port, allowHosts }: AdminSettings,
): Promise<RunningServer> {
  const names = new Set([host, ...allowHosts].map((name) => name.toLowerCase()));
  const isOwnHost = (name: string) => isLoopback(name) || isAddress(name) || names.has(name);
  const guarded: GatewayHandler = async (request) => {
    const foreign = foreignHost(request.headers, isOwnHost);
    if (foreign === undefined) return handler(request);
    throw new GatewayError('managementKeyRequired', {
      message: `"${foreign}" is not a name of this admin port: add it to admin.allowHosts, or use its address`,
    });
  };
  return serve(guarded, { host, port });
}
