import { GatewayError, hashKey } from '@model-gateway/core';
import type { GatewayRequest } from '@model-gateway/core/http';
import { foreignHost, foreignPage, isLoopback } from '@model-gateway/core/kit';
import { refused } from '../http/guarded.ts';
import { keyOf } from '../http/key-of.ts';

export interface AccessRules {
  /** The bearer token that requests need; undefined only if no other machine can connect. */
  readonly token: string | undefined;
  /** Origins of pages that may use the interface, besides those that the gateway serves itself. */
  readonly origins: readonly string[];
}

/**
 * Throws for a request that must not control the gateway: 401 without the token, 403 for pages of
 * other origins and, if there is no token, for host names that are not this machine's: a page can
 * make its own host name resolve to this machine (DNS rebinding).
 */
export function checkAccess(request: GatewayRequest, access: AccessRules): void {
  checkCaller(request, access);
  const { token } = access;
  if (token === undefined) return;
  const given = keyOf(request);
  if (given !== undefined && isSame(given, token)) return;
  const what = given === undefined ? 'missing' : 'wrong';
  throw new GatewayError('invalidKey', {
    message: `The control token is ${what}: send it as "authorization: Bearer <token>" [GW1601]`,
    metadata: { diagnostic: 'GW1601' },
    headers: { 'www-authenticate': 'Bearer' },
  });
}

/**
 * The same without the token, for the page of the inspector: a browser opens it without one, it
 * shows nothing before it has one, and what it then asks for needs it.
 */
export function checkCaller(request: GatewayRequest, { token, origins }: AccessRules): void {
  const page = foreignPage(request.headers, origins);
  if (page !== undefined) {
    throw refused(
      'GW1602',
      `pages of ${page} may not control this gateway: add the origin to control.origins`,
    );
  }
  if (token !== undefined) return;
  const host = foreignHost(request.headers, isLoopback);
  if (host === undefined) return;
  throw refused(
    'GW1603',
    `"${host}" is not a name of this machine: use 127.0.0.1 or localhost, or start the gateway with a control token`,
  );
}

/** Takes as long for a text that is nearly the same as for one that is not at all. */
function isSame(given: string, token: string): boolean {
  const [one, other] = [hashKey(given), hashKey(token)];
  let difference = 0;
  for (let i = 0; i < one.length; i++) difference |= one.charCodeAt(i) ^ other.charCodeAt(i);
  return difference === 0;
}
