import { forwardedHeaders, returnedHeaders } from './forwarded-headers.ts';

type Headers = Readonly<Record<string, string>>;

/** Names of headers; one that ends with `*` stands for all that begin so. */
type Names = readonly string[];

/** What a call is about. Other headers may choose a path, a method or an account at the upstream. */
const REQUEST: Names = [
  'accept',
  'anthropic-*',
  'content-type',
  'idempotency-key',
  'openai-beta',
  'user-agent',
];

/** What an answer is about. Other headers may speak to browsers and proxies for this host. */
const RESPONSE: Names = [
  'accept-ranges',
  'allow',
  'anthropic-ratelimit-*',
  'cache-control',
  'content-disposition',
  'content-language',
  'content-range',
  'content-security-policy',
  'content-type',
  'deprecation',
  'etag',
  'expires',
  'last-modified',
  'location',
  'openai-model',
  'openai-processing-ms',
  'openai-version',
  'ratelimit-*',
  'request-id',
  'retry-after',
  'retry-after-ms',
  'sunset',
  'vary',
  'x-ratelimit-*',
  'x-should-retry',
];

/** Credentials of the caller, by the names of various APIs. */
const CREDENTIAL =
  /^(?!(?:x-)?idempotency-key$)(?:.*-)?(?:key|apikey|token|secret|password|auth|authorization|signature)$/;

/**
 * What servers and proxies take in place of the path, the method, the host, the caller or its address.
 * `x-*` is not meant to open these; one that the operator names passes.
 */
const STEERING =
  /^(?:x-(?:original|rewrite|accel)-.*|x-(?:http-)?method(?:-override)?|x-host|.*-(?:client|connecting)-ip|x-ms-client-principal.*|x-goog-user-project)$/;

/** Headers that act on the browser, or on the proxy in front, in the name of this host. */
const NEVER_RETURNED =
  /^(?:set-cookie2?|x-accel-.*|x-(?:lighttpd-)?send-?file|x-reproxy-.*|clear-site-data|refresh|service-worker-allowed|public-key-pins.*|www-authenticate|surrogate-.*|.*cdn-cache-control|reporting-endpoints|x-dns-prefetch-control)$/;

/** Returns a function that keeps the headers of a request that an upstream may see. */
export function requestHeadersBeside(more: Names = []): (headers: Headers) => Headers {
  const isNever = (name: string) => CREDENTIAL.test(name) || isTaken(name, forwardedHeaders);
  return allowing('requestHeaders', REQUEST, more, isNever, STEERING);
}

/** Returns a function that keeps the headers of an answer that a client may see. */
export function responseHeadersBeside(more: Names = []): (headers: Headers) => Headers {
  const isNever = (name: string) => NEVER_RETURNED.test(name) || isTaken(name, returnedHeaders);
  const allowed = allowing('responseHeaders', RESPONSE, more, isNever);
  return (headers) => ({
    ...allowed(headers),
    'cache-control': notShared(headers['cache-control']),
  });
}

function isTaken(name: string, filter: (headers: Headers) => Headers): boolean {
  return !Object.hasOwn(filter({ [name]: '' }), name);
}

function allowing(
  option: string,
  names: Names,
  more: Names,
  isNever: (name: string) => boolean,
  /** What passes only by its whole name. */
  byNameOnly?: RegExp,
): (headers: Headers) => Headers {
  const all = [...names, ...checked(option, more, isNever)];
  const whole = new Set(all.filter((name) => !name.endsWith('*')));
  const beginnings = all.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  const isMeant = (name: string) => !isNever(name) && byNameOnly?.test(name) !== true;
  const isAllowed = (name: string) =>
    whole.has(name) || (beginnings.some((start) => name.startsWith(start)) && isMeant(name));
  return (headers) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => isAllowed(name)));
}

/** Returns the names in lower case. Throws a `TypeError` for one that would be ignored. */
function checked(option: string, given: unknown, isNever: (name: string) => boolean): Names {
  if (!Array.isArray(given)) {
    throw new TypeError(`${option} must be a list of header names, got ${typeof given}`);
  }
  return given.map((name: unknown) => {
    if (typeof name !== 'string' || !/^[\w!#$%&'+.^`|~-]+\*?$/.test(name)) {
      throw new TypeError(
        `${option} must hold header names such as x-title or x-app-*, got ${JSON.stringify(name)}`,
      );
    }
    const lower = name.toLowerCase();
    if (!isNever(lower)) return lower;
    throw new TypeError(`${option} must not hold ${lower}, which is never passed on`);
  });
}

/**
 * An answer belongs to the key that asked. Without a word about caches it is not kept at all, as
 * other answers of the gateway. Source: RFC 9111 §3.5, §5.2.2.
 */
function notShared(given: string | undefined): string {
  const directives = given?.toLowerCase() ?? 'no-store';
  if (/\bno-store\b/.test(directives)) return 'no-store';
  return ['private', ...(directives.match(PRIVATE_TOO) ?? [])].join(', ');
}

const PRIVATE_TOO =
  /\b(?:no-cache|no-transform|immutable|must-revalidate|(?:max-age|stale-while-revalidate|stale-if-error)=\d+)\b/g;
