import { nativeBuffer } from './native-buffer.ts';

const encoder = new TextEncoder();

/** Returns how many bytes `text` has in UTF-8, where possible without writing them. */
export function byteLength(text: string): number {
  return nativeBuffer === undefined
    ? encoder.encode(text).byteLength
    : nativeBuffer.byteLength(text);
}
