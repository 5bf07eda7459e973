import type { RequestDetail } from '../api/types.ts';

/** What a copied request is sent with. */
export interface CurlTarget {
  /** The origin that the page was opened at. */
  readonly origin: string;
  /** The key of the tenant; the journal holds keys masked. */
  readonly key: string;
}

/** Returns a request as a command for a shell. */
export function toCurl(
  { method, path, query, body, headers }: RequestDetail,
  { origin, key }: CurlTarget,
): string {
  const search = new URLSearchParams(query).toString();
  const url = origin + path + (search === '' ? '' : `?${search}`);
  const type = headers['content-type'];
  return [
    // Brackets would be a list of URLs.
    `curl ${/[[\]{}]/.test(url) ? '-g ' : ''}${quoted(url)}`,
    ...(method === 'GET' ? [] : [`-X ${/^[A-Z]+$/.test(method) ? method : quoted(method)}`]),
    `-H ${quoted(`authorization: Bearer ${key}`)}`,
    ...(body === null || type === undefined ? [] : [`-H ${quoted(`content-type: ${type}`)}`]),
    ...(body === null
      ? []
      : [`--data-raw ${quoted(typeof body === 'string' ? body : JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

/**
 * A word of a POSIX shell. Control characters are not in it as they are: a terminal would take them
 * for keys, such as the one that ends the line and begins another, when the text is pasted.
 */
function quoted(text: string): string {
  const inner = text
    .replaceAll("'", String.raw`'\''`)
    .replaceAll(CONTROLS, (found) => `'"$(printf '${octal(found)}')"'`);
  return `'${inner}'`;
}

const CONTROLS = /[^\P{Cc}\n]+/gu;

function octal(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
