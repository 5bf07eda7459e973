import { base64Length } from '../bytes/base64.ts';
import { isWebUrl } from '../input/web-url.ts';

/** Source: contract §4.9. */
export const LARGEST_REFERENCE_BYTES = 20 * 1024 * 1024;

/**
 * Returns what is wrong with the text of a reference, as the end of a sentence; undefined when it
 * is valid. Whether an image is behind it is checked later. Source: contract §4, §4.1.
 */
export function referenceProblem(url: string): string | undefined {
  if (!isDataUrl(url)) return isWebUrl(url) ? undefined : 'must be a data URL or an http(s) URL';
  const start = startOfBase64(url);
  if (start === undefined) return 'must be base64: data:image/png;base64,…';
  const bytes = base64Length(url.slice(start));
  if (bytes === undefined || bytes === 0) return 'contains invalid base64';
  return bytes > LARGEST_REFERENCE_BYTES ? 'must be at most 20 MiB' : undefined;
}

export function isDataUrl(url: string): boolean {
  return /^data:/i.test(url);
}

/** Returns the base64 of a valid data URL. */
export function base64In(url: string): string {
  return url.slice(startOfBase64(url));
}

/** `data:image/png;base64,…`; parameters before `;base64` are allowed. */
const START = /^data:[^,;]{0,100}(;[^,;]{0,100}){0,8};base64,/i;
const LONGEST_START = 2000;

function startOfBase64(url: string): number | undefined {
  return START.exec(url.slice(0, LONGEST_START))?.[0].length;
}
