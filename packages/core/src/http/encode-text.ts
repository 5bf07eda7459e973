import { nativeBuffer } from './native-buffer.ts';

const encoder = new TextEncoder();

/** The UTF-8 of `text`. */
export function encodeText(text: string): Uint8Array {
  return nativeBuffer === undefined ? encoder.encode(text) : nativeBuffer.from(text);
}
