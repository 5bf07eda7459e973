import { EgressError } from '@model-gateway/core';

/** One request of a chain of redirects. */
export interface Hop {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string | undefined;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Where an answer redirects to, or undefined when it is an answer in its own right. */
export function redirectIn({
  status,
  headers,
}: {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}): string | undefined {
  return REDIRECTS.has(status) ? headers['location'] : undefined;
}

/** All that follows a redirect to another origin: any other header may be a credential. */
const KEPT_ACROSS_ORIGINS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-encoding',
  'content-type',
  'user-agent',
]);

const OF_THE_BODY = new Set(['content-encoding', 'content-length', 'content-type']);

/**
 * The request that a redirect asks for. 307 and 308 repeat it; the others turn a POST or PUT into a
 * GET (RFC 9110 §15.4). Throws when it leads from https to http.
 */
export function follow(hop: Hop, status: number, location: string): Hop {
  if (!URL.canParse(location, hop.url)) {
    throw new EgressError('invalid', 'A redirect leads to a URL that cannot be read.');
  }
  const from = new URL(hop.url);
  const to = new URL(location, from);
  if (from.protocol === 'https:' && to.protocol === 'http:') {
    const message = `${from.host} redirects from https to http, which is refused.`;
    throw new EgressError('refused', message);
  }
  const keepsBody = status === 307 || status === 308 || hop.method === 'GET';
  const headers = Object.fromEntries(
    Object.entries(hop.headers).filter(
      ([name]) =>
        (from.origin === to.origin || KEPT_ACROSS_ORIGINS.has(name)) &&
        (keepsBody || !OF_THE_BODY.has(name)),
    ),
  );
  return keepsBody ? { ...hop, url: to.href, headers } : { url: to.href, method: 'GET', headers };
}
