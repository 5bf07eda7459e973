import type { Tenant } from './types.ts';

/** The path of the API on this page's own origin, whatever host name the page was opened under. */
export function basePathOf({ base_url: url }: Pick<Tenant, 'base_url'>): string {
  return new URL(url, location.origin).pathname.replace(/\/+$/, '');
}

export interface GatewayCall {
  readonly method?: string;
  readonly body?: unknown;
  readonly key?: 'inference' | 'management';
  readonly signal?: AbortSignal;
}

/**
 * Marks what the page looks up for itself: the mock answers it past rules and journal. What its user
 * does is a request like any other.
 */
const LOOKUP = { 'x-mock-inspector': '1' };

/**
 * Sends a request to the API of a tenant, as its client would. A GET is a lookup; rules apply to any
 * other method, and the journal has it.
 */
export function askGateway(
  tenant: Tenant,
  path: string,
  { method = 'GET', body, key = 'inference', signal }: GatewayCall = {},
): Promise<Response> {
  const text = key === 'management' ? tenant.management_key : tenant.api_key;
  return fetch(basePathOf(tenant) + path, {
    method,
    headers: {
      authorization: `Bearer ${text}`,
      ...(method === 'GET' && LOOKUP),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  });
}
