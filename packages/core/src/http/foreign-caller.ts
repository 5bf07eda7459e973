import { hostNameOf } from './host-name.ts';

type Headers = Readonly<Record<string, string>>;

// For listeners that answer without a key of the client's. Browsers write these headers themselves,
// so a page can neither leave them out nor change them. Other programs can, so they prove nothing
// about where a request comes from. Source: contract §11.4.

/**
 * The header `host` when it names a host that is not the listener's: a page can make a name of its
 * own lead to this machine (DNS rebinding), and then it is on the listener's own origin.
 * `isOwnHost` is asked with the name in lower case, without port and brackets.
 */
export function foreignHost(
  { host }: Headers,
  isOwnHost: (name: string) => boolean,
): string | undefined {
  return host === undefined || isOwnHost(hostNameOf(host)) ? undefined : host;
}

/**
 * The origin of the page that asks, when that is another one than the listener's own and than
 * `origins`, which are as browsers send them: `http://localhost:5173`. It is `another site` where
 * the browser does not name it, for an image or a link. The listener's own origin is told by the
 * header `host`, so check `foreignHost` first.
 */
export function foreignPage(
  { host, origin, 'sec-fetch-site': site }: Headers,
  origins: readonly string[],
): string | undefined {
  if (origin !== undefined) {
    const isSame = host !== undefined && hostOf(origin) === host.toLowerCase();
    return isSame || origins.includes(origin) ? undefined : origin;
  }
  // Another port is the same site and another origin.
  const isOwn = site === undefined || site === 'none' || site === 'same-origin';
  return isOwn ? undefined : 'another site';
}

/** With its port, as in the header `host`; undefined for what is no URL, such as `null`. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
