export interface BaseUrl {
  /** Matches every URL under it, query left out. */
  readonly pattern: RegExp;
  /** Without a trailing slash; `''` for the root. */
  readonly basePath: string;
}

const ANY_ORIGIN = '[a-z][a-z0-9+.-]*://[^/]+';

/**
 * Where an app expects the API. `page` is the address of the page, if there is one. Throws a
 * `TypeError` for what leads nowhere.
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

/** Node has no page; a test environment may have one that no URL can be relative to. */
function pageAddress(): string | undefined {
  return typeof location === 'undefined' ? undefined : location.href;
}

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
