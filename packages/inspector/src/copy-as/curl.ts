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
    `curl ${quoted(url)}`,
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    `-H ${quoted(`authorization: Bearer ${key}`)}`,
    ...(body === null || type === undefined ? [] : [`-H ${quoted(`content-type: ${type}`)}`]),
    ...(body === null
      ? []
      : [`--data-raw ${quoted(typeof body === 'string' ? body : JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

/** A word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
