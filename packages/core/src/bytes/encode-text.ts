import { nativeBuffer } from './native-buffer.ts';

const encoder = new TextEncoder();

/** Encodes `text` as UTF-8. */
export function encodeText(text: string): Uint8Array {
  return nativeBuffer === undefined ? encoder.encode(text) : nativeBuffer.from(text);
}
