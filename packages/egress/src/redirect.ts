import { EgressError } from '@model-gateway/core';
import { isStream, type StreamedRequest } from './streamed-request.ts';

/** One request of a chain of redirects. */
export interface Hop {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: StreamedRequest['body'] | readonly Uint8Array[] | undefined;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Returns where an answer redirects to, or undefined if it is not a redirect. */
export function redirectIn({
  status,
  headers,
}: {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}): string | undefined {
  return REDIRECTS.has(status) ? headers['location'] : undefined;
}

/** Headers that are kept on a redirect to another origin: any other may be a credential. */
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
 * Returns the request that follows a redirect. 307 and 308 repeat the request; the others turn a
 * POST or PUT into a GET (RFC 9110 §15.4). Throws if the redirect goes from https to http, or asks for
 * a body again that was a stream.
 */
export function follow(hop: Hop, status: number, location: string): Hop {
  if (!URL.canParse(location, hop.url)) {
    throw new EgressError('invalid', 'A redirect has an invalid URL.');
  }
  const from = new URL(hop.url);
  const to = new URL(location, from);
  if (from.protocol === 'https:' && to.protocol === 'http:') {
    const message = `${from.host} redirects from https to http, which is refused.`;
    throw new EgressError('refused', message);
  }
  const keepsBody = status === 307 || status === 308 || hop.method === 'GET';
  if (keepsBody && isStream(hop.body)) {
    const message = `${from.host} redirects a request whose body cannot be sent again.`;
    throw new EgressError('redirects', message);
  }
  const headers = Object.fromEntries(
    Object.entries(hop.headers).filter(
      ([name]) =>
        (from.origin === to.origin || KEPT_ACROSS_ORIGINS.has(name)) &&
        (keepsBody || !OF_THE_BODY.has(name)),
    ),
  );
  return keepsBody ? { ...hop, url: to.href, headers } : { url: to.href, method: 'GET', headers };
}
