export interface BaseUrl {
  /** Matches every URL under it, query left out. */
  readonly pattern: RegExp;
  /** Without a trailing slash; `''` for the root. */
  readonly basePath: string;
}

const ANY_ORIGIN = '[a-z][a-z0-9+.-]*://[^/]+';

/**
 * Reads the base URL of an app. `page` is the address of the page, if there is one. Throws a
 * `TypeError` for a URL that cannot be resolved.
 */
export function readBaseUrl(baseURL: string, page: string | undefined = pageAddress()): BaseUrl {
  if (URL.canParse(baseURL, page)) {
    const { origin, pathname } = new URL(baseURL, page);
    return under(literally(origin), pathname);
  }
  if (baseURL === '' || baseURL.startsWith('/')) return under(ANY_ORIGIN, baseURL);
  throw new TypeError(
    `baseURL must be a URL such as https://gateway.example/v1 or begin with "/", got ${JSON.stringify(baseURL)}`,
  );
}

function under(origin: string, pathname: string): BaseUrl {
  const basePath = pathname.replace(/\/+$/, '');
  return { pattern: new RegExp(`^${origin}${literally(basePath)}(?:/|$)`), basePath };
}

/** Node has no page; the page of a test environment may not be a base for relative URLs. */
function pageAddress(): string | undefined {
  return typeof location === 'undefined' ? undefined : location.href;
}

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
