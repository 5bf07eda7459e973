import type { RequestIssue } from '../errors.ts';
import type { GatewayRequest } from './message.ts';
import { quote } from '../input/quote.ts';

/**
 * Returns whether the client has the version that `etag` names, so that 304 is the answer. Compares
 * weakly, as RFC 9110 §13.1.2 asks of `if-none-match`.
 */
export function isNotModified({ headers }: GatewayRequest, etag: string): boolean {
  const known = headers['if-none-match'];
  if (known === undefined) return false;
  if (known.trim() === '*') return true;
  const wanted = opaque(etag);
  return known.split(',').some((candidate) => opaque(candidate.trim()) === wanted);
}

/** The versions that a change may be made to. */
export type IfMatch =
  | { readonly ok: true; readonly accepts: (etag: string) => boolean }
  | { readonly ok: false; readonly issue: RequestIssue };

/**
 * Reads `if-match`: absent and `*` accept every version, a list those in it. A tag may be weak or
 * unquoted, as some clients and proxies send it; one version has one tag, so that is safe. Source:
 * contract §1.4; RFC 9110 §13.1.1 would let a weak tag accept nothing.
 */
export function readIfMatch({ headers }: GatewayRequest): IfMatch {
  const wanted = headers['if-match']?.trim();
  if (wanted === undefined || wanted === '*') return { ok: true, accepts: () => true };
  const tags = tagsIn(wanted);
  if (tags === undefined) {
    const message = `if-match must be * or etags in double quotes, got ${quote(wanted)}`;
    return { ok: false, issue: { path: 'if-match', message } };
  }
  return { ok: true, accepts: (etag) => tags.has(bare(etag)) };
}

const TAG = /(?:W\/)?(?:"([^"]*)"|([^\s",*]+))\s*(?:,\s*(?=\S)|$)/y;

/** Returns the tags of a list without `W/` and quotes; undefined when it is not a list of tags. */
function tagsIn(text: string): ReadonlySet<string> | undefined {
  const tags = new Set<string>();
  TAG.lastIndex = 0;
  while (TAG.lastIndex < text.length) {
    const [, quoted, plain] = TAG.exec(text) ?? [];
    const tag = quoted ?? plain;
    if (tag === undefined) return undefined;
    tags.add(tag);
  }
  return tags.size === 0 ? undefined : tags;
}

function bare(etag: string): string {
  return opaque(etag).replace(/^"(.*)"$/s, '$1');
}

function opaque(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag;
}
