type Headers = Readonly<Record<string, string>>;

/** Headers that are about one connection. Source: RFC 9110 §7.6.1. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Request headers not forwarded: set anew, or about the page and its client rather than the call. */
const NOT_FORWARDED: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  'accept-encoding',
  'content-length',
  'expect',
  'host',
  'cookie',
  'forwarded',
  'origin',
  'referer',
  'via',
]);

/** Response headers not returned: they would speak for another host. */
const NOT_RETURNED: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  'content-length',
  'content-encoding',
  'alt-svc',
  'nel',
  'report-to',
  'set-cookie',
  'strict-transport-security',
]);

/**
 * Returns the headers of a request to forward: without those about the connection, the page and the
 * client's address.
 */
export function forwardedHeaders(headers: Headers): Record<string, string> {
  return without(headers, NOT_FORWARDED, /^(?:sec|x-forwarded)-|^x-real-ip$/);
}

/** Returns the headers of an answer to return. CORS headers are the host's own. */
export function returnedHeaders(headers: Headers): Record<string, string> {
  return without(headers, NOT_RETURNED, /^access-control-/);
}

function without(
  headers: Headers,
  names: ReadonlySet<string>,
  others: RegExp,
): Record<string, string> {
  const named = new Set(
    (headers['connection'] ?? '').split(',').map((name) => name.trim().toLowerCase()),
  );
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !names.has(name) && !named.has(name) && !others.test(name),
    ),
  );
}
