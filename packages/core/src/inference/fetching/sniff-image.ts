/** The types of images that are fetched. Source: contract §4.9. */
export const FETCHED_IMAGES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
]);

const HEAD_BYTES = 512;

/**
 * Returns the media type of an image from its first bytes: png, jpeg, webp, gif or svg; undefined
 * for anything else. A few hundred bytes are enough.
 */
export function sniffImage(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, HEAD_BYTES);
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  const text = latin1(head);
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
  return SVG_START.test(text) ? 'image/svg+xml' : undefined;
}

/**
 * An `<svg` element, after at most a byte order mark, a declaration, comments and a doctype. A comment
 * ends with the first mark of its end: one that could end with any of them takes twice the time for
 * each.
 */
const SVG_START =
  /^(\u00ef\u00bb\u00bf)?\s*(<\?xml[^>]*>\s*)?(<!--(?:(?!-->)[^]){0,300}-->\s*)*(<!DOCTYPE[^>]*>\s*)?<svg[\s>]/i;

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((value, i) => bytes[i] === value);
}

/** Returns each byte as a character. */
export function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
