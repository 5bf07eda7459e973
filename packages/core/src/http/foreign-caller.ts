import { hostNameOf } from './host-name.ts';

type Headers = Readonly<Record<string, string>>;

// For listeners that answer clients without a key. Browsers write these headers themselves, so a
// page can neither omit nor change them. Other programs can, so the headers prove nothing about the
// origin of a request. Source: contract §11.4.

/**
 * Returns the header `host` when it names a host that is not the listener's: a page can point its
 * own name at this machine (DNS rebinding) and then shares the listener's origin. `isOwnHost`
 * receives the name in lower case, without port and brackets.
 */
export function foreignHost(
  { host }: Headers,
  isOwnHost: (name: string) => boolean,
): string | undefined {
  return host === undefined || isOwnHost(hostNameOf(host)) ? undefined : host;
}

/**
 * Returns the origin of the requesting page when it is neither the listener's own nor one of
 * `origins`, which are written as browsers send them: `http://localhost:5173`. It is `another site`
 * where the browser does not name it, for an image or a link. The header `host` determines the
 * listener's own origin, so check `foreignHost` first.
 */
export function foreignPage(
  { host, origin, 'sec-fetch-site': site }: Headers,
  origins: readonly string[],
): string | undefined {
  if (origin !== undefined) {
    const isSame = host !== undefined && hostOf(origin) === host.toLowerCase();
    return isSame || origins.includes(origin) ? undefined : origin;
  }
  // Another port is the same site but another origin.
  const isOwn = site === undefined || site === 'none' || site === 'same-origin';
  return isOwn ? undefined : 'another site';
}

/**
 * Returns the host with its port, as in the header `host`; undefined for text that is not a URL,
 * such as `null`.
 */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
