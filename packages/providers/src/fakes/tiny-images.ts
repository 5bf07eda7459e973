import { Buffer } from 'node:buffer';

/** A whole image of one pixel in each format. */
const IMAGES: Readonly<Record<string, string>> = {
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  jpeg: '/9j/2wBDAP//////////////////////////////////////////////////////////////////////////////////////2wBDAf//////////////////////////////////////////////////////////////////////////////////////wAARCAABAAEDASIAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAUAQEAAAAAAAAAAAAAAAAAAAAA/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AAA//2Q==',
  webp: 'UklGRh4AAABXRUJQVlA4TBEAAAAvAAAAAAdQxCIWsf+BiOh/AAA=',
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>').toString(
    'base64',
  ),
};

/** Returns the base64 of an image of one pixel; png for an unknown format. */
export function tinyImage(format: string): string {
  return IMAGES[format] ?? IMAGES['png'] ?? '';
}

/** Returns the same image as bytes. */
export function tinyImageBytes(format: string): Buffer {
  return Buffer.from(tinyImage(format), 'base64');
}
