import type { RequestIssue } from '../errors.ts';
import type { GatewayRequest } from './message.ts';
import { quote } from './quote.ts';

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

/** On which versions a change may be made. */
export type IfMatch =
  | { readonly ok: true; readonly accepts: (etag: string) => boolean }
  | { readonly ok: false; readonly issue: RequestIssue };

const TAG_LIST = /^\s*(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*\s*$/;
const TAG = /(?:W\/)?"[^"]*"/g;

/**
 * Reads `if-match`: absent and `*` accept every version, a list those in it. Compares strongly, as
 * RFC 9110 §13.1.1 asks, so a weak tag accepts none.
 */
export function readIfMatch({ headers }: GatewayRequest): IfMatch {
  const wanted = headers['if-match'];
  if (wanted === undefined || wanted.trim() === '*') return { ok: true, accepts: () => true };
  if (!TAG_LIST.test(wanted)) {
    const message = `if-match must be * or etags in double quotes, got ${quote(wanted)}`;
    return { ok: false, issue: { path: 'if-match', message } };
  }
  const tags: readonly string[] = wanted.match(TAG) ?? [];
  return { ok: true, accepts: (etag) => tags.includes(etag) };
}

function opaque(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag;
}
