/** A page of the built site. */
export interface BuiltPage {
  /** Its path on the site, without an ending: `/mock/faults`. */
  readonly path: string;
  readonly html: string;
}

/**
 * Returns the links that lead nowhere, anchors included, each with the page that it is on. VitePress
 * checks pages only, and a heading that is renamed breaks links silently.
 */
export function deadLinks(pages: readonly BuiltPage[]): readonly string[] {
  const anchors = new Map(pages.map(({ path, html }) => [path, anchorsIn(html)]));
  const dead = pages.flatMap(({ path, html }) =>
    linksIn(html)
      .filter((link) => isDead(new URL(link, ORIGIN + path), anchors))
      .map((link) => `${path}: ${link}`),
  );
  return [...new Set(dead)];
}

/** Any: links to other sites have another. */
const ORIGIN = 'https://site.invalid';
/** What VitePress adds beside the pages. */
const NOT_A_PAGE = /^\/(?:assets\/|[\w-]+\.\w+$)/;

function isDead(
  { origin, pathname, hash }: URL,
  anchors: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  if (origin !== ORIGIN || NOT_A_PAGE.test(pathname)) return false;
  const page = anchors.get(pathname.replace(/(.)\/$/, '$1'));
  if (page === undefined) return true;
  return hash !== '' && !page.has(decodeURIComponent(hash.slice(1)));
}

function anchorsIn(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => decoded(id)));
}

function linksIn(html: string): readonly string[] {
  return [...html.matchAll(/ href="([^"]+)"/g)].map(([, link = '']) => decoded(link));
}

function decoded(attribute: string): string {
  return attribute.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
