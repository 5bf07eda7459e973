import { EgressError, type HttpClient } from '@model-gateway/core';
import { isLoopback } from '@model-gateway/core/kit';

/**
 * Where the telemetry of a mock goes: `true` for collectors on this machine, a list of origins for
 * those as well.
 */
export type ForwardTelemetry = boolean | readonly string[];

/**
 * Returns a client for collectors on this machine and at these origins. Everything else is refused,
 * because the destinations of a world are made up and their vendors are not.
 */
export function collectorClient(origins: readonly string[]): HttpClient {
  const allowed = new Set(origins.map((origin) => new URL(origin).origin));
  const isAllowed = (url: URL) =>
    isLoopback(url.hostname.replace(/^\[(.*)\]$/, '$1')) || allowed.has(url.origin);
  let client: HttpClient | undefined;
  return async (request) => {
    const url = new URL(request.url);
    if (!isAllowed(url)) {
      throw new EgressError(
        'refused',
        `the mock forwards telemetry to this machine only, got ${url.origin}: list it in forwardTelemetry`,
      );
    }
    // Only here, because few mocks forward and the client takes a library.
    const { createGuardedHttpClient } = await import('@model-gateway/egress');
    client ??= createGuardedHttpClient({
      allow: ({ protocol, hostname, port }) => {
        const host = hostname.includes(':') ? `[${hostname}]` : hostname;
        return isAllowed(new URL(`${protocol}//${host}:${port}`));
      },
    });
    return client(request);
  };
}
