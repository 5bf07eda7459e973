/** Where a host mounted the gateway, and the rest of the URL. */
export interface MountedUrl {
  /** The prefix that the host stripped: `''` or, for example, `'/v1'`. */
  readonly mount: string;
  /** The rest, query included: `'/models?limit=5'`. */
  readonly url: string;
}

/**
 * Finds the mount by comparing the host's `url` with the `originalUrl` of the request, for hosts
 * that do not report the mount. For a URL that the host rewrote in another way the mount is `''`.
 */
export function mountedUrl(url: string | undefined, originalUrl: string | undefined): MountedUrl {
  const rest = originForm(url);
  const original = originForm(originalUrl ?? url);
  if (original.endsWith(rest)) return { mount: withoutEnd(original, rest), url: rest };
  // At the mount itself, `/v1?a` becomes `/?a`, which is not a suffix of it.
  const query = rest.slice(1);
  const isRoot = rest.startsWith('/') && (query === '' || query.startsWith('?'));
  if (isRoot && original.endsWith(query)) return { mount: withoutEnd(original, query), url: rest };
  return { mount: '', url: rest };
}

const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i;

/** Returns the path and query of a request target, also of the absolute form of RFC 9112 §3.2.2. */
export function originForm(url = '/'): string {
  if (url.startsWith('/')) return url;
  const rest = url.replace(ABSOLUTE_FORM, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function withoutEnd(text: string, end: string): string {
  return text.slice(0, text.length - end.length);
}
