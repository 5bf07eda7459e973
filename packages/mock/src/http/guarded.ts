import { GatewayError } from '@model-gateway/core';
import type { GatewayHandler } from '@model-gateway/core/http';
import { foreignHost, foreignPage, isAddress, isLoopback } from '@model-gateway/core/kit';

// Both throw a 403 that says what to do, so they belong inside of `standalone`.
// Source: contract §11.4.

/** Refuses requests for host names that are not the server's. */
export function underOwnHosts(
  handler: GatewayHandler,
  isOwnHost: (name: string) => boolean,
  remedy: string,
): GatewayHandler {
  // Not an async function, which would need three more turns to pass on the handler's promise.
  return (request) => {
    const host = foreignHost(request.headers, isOwnHost);
    if (host === undefined) return handler(request);
    const problem = `"${host}" is not a host name of this server: ${remedy}`;
    return Promise.reject(refused('GW1001', problem));
  };
}

/** Refuses requests of pages of other origins than these and the server's own. */
export function fromOwnPages(
  handler: GatewayHandler,
  origins: readonly string[],
  remedy: string,
): GatewayHandler {
  return async (request) => {
    const page = foreignPage(request.headers, origins);
    if (page === undefined) return handler(request);
    throw refused('GW1002', `pages of ${page} may not use this server: ${remedy}`);
  };
}

/**
 * Returns whether a host name means a server that listens at `listensOn`: loopback, that name
 * itself, those of `allowed`, and any address where it listens at several.
 */
export function ownHosts(listensOn: string, allowed: readonly string[]): (name: string) => boolean {
  const names = new Set([listensOn, ...allowed].map((name) => name.toLowerCase()));
  const listensAtAll = listensOn === '0.0.0.0' || listensOn === '::';
  return (name) => isLoopback(name) || names.has(name) || (listensAtAll && isAddress(name));
}

/** A 403 with the code of a diagnostic. */
export function refused(diagnostic: string, message: string): GatewayError {
  return new GatewayError('managementKeyRequired', {
    message: `${message} [${diagnostic}]`,
    metadata: { diagnostic },
  });
}
