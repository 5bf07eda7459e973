import type { LoadRequest } from '../client/load-job.ts';
import { API_KEY } from '../gateway/bench-gateway.ts';
import { MANAGED_DESTINATION, MANAGEMENT_KEY_TEXT } from '../gateway/managed-destination.ts';

const AUTHORIZATION = { authorization: `Bearer ${API_KEY}` };

/** A few bytes, from every server. */
export const TINY = { path: '/tiny', headers: {}, status: 200 } as const satisfies LoadRequest;

/** GET /models with this query string, with a key. */
export function models(search = ''): LoadRequest {
  return { path: `/v1/models${search}`, headers: AUTHORIZATION, status: 200 };
}

/** The whole list, asked for by a client that has it already. */
export function revalidation(etag: string): LoadRequest {
  return {
    path: '/v1/models',
    headers: { ...AUTHORIZATION, 'if-none-match': etag },
    status: 304,
  };
}

/** Changes a destination; each request gives it another name. */
export const PATCHED: LoadRequest = {
  method: 'PATCH',
  path: `/v1/observability/destinations/${MANAGED_DESTINATION.destination.id}`,
  headers: {
    authorization: `Bearer ${MANAGEMENT_KEY_TEXT}`,
    'content-type': 'application/json',
  },
  body: '{"name":"bench {n}"}',
  status: 200,
};

/** Without a key. */
export const UNAUTHORIZED = {
  path: '/v1/models',
  headers: {},
  status: 401,
} as const satisfies LoadRequest;
