import type { GatewayRequest } from './message.ts';

/**
 * Whether the client has the version that `etag` names, so that 304 is the answer.
 * Compares weakly, as RFC 9110 §13.1.2 asks of `if-none-match`.
 */
export function isNotModified({ headers }: GatewayRequest, etag: string): boolean {
  const known = headers['if-none-match'];
  if (known === undefined) return false;
  if (known.trim() === '*') return true;
  const wanted = opaque(etag);
  return known.split(',').some((candidate) => opaque(candidate.trim()) === wanted);
}

function opaque(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag;
}
