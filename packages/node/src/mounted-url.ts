/** Where a host mounted the gateway and what it left of the URL. */
export interface MountedUrl {
  /** `''` or for example `'/v1'`: what the host stripped. */
  readonly mount: string;
  /** The rest, query included: `'/models?limit=5'`. */
  readonly url: string;
}

/**
 * Finds the mount by comparing what a host left in `url` with the `originalUrl` that came, for hosts
 * that do not say where they mounted us. A URL that the host rewrote otherwise has the mount `''`.
 */
export function mountedUrl(url: string | undefined, originalUrl: string | undefined): MountedUrl {
  const rest = originForm(url);
  const original = originForm(originalUrl ?? url);
  if (original.endsWith(rest)) return { mount: withoutEnd(original, rest), url: rest };
  // At exactly the mount `/v1?a` becomes `/?a`, which is no suffix of it.
  const query = rest.slice(1);
  const isRoot = rest.startsWith('/') && (query === '' || query.startsWith('?'));
  if (isRoot && original.endsWith(query)) return { mount: withoutEnd(original, query), url: rest };
  return { mount: '', url: rest };
}

const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i;

/** The path and query of a request target; proxies may send the absolute form of RFC 9112 §3.2.2. */
export function originForm(url = '/'): string {
  if (url.startsWith('/')) return url;
  const rest = url.replace(ABSOLUTE_FORM, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function withoutEnd(text: string, end: string): string {
  return text.slice(0, text.length - end.length);
}
