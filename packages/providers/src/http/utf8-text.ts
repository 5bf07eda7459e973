import { Buffer } from 'node:buffer';

const REPLACEMENT = '\ufffd';

/**
 * Decodes bytes as UTF-8. Invalid bytes become U+FFFD, and it remembers whether there were any: a
 * server may also have sent U+FFFD itself.
 */
export class Utf8Text {
  #isDamaged = false;

  /** Whether any of the bytes were not UTF-8. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  textOf(bytes: Uint8Array): string {
    const { buffer, byteOffset, byteLength } = bytes;
    // Most clients hand over what Node read.
    const own = Buffer.isBuffer(bytes) ? bytes : Buffer.from(buffer, byteOffset, byteLength);
    const text = own.toString();
    if (text.includes(REPLACEMENT)) this.#isDamaged ||= !Buffer.from(text).equals(own);
    return text;
  }
}

/** Whether U+FFFD stands in a text. */
export const hasReplacement = (text: string): boolean => text.includes(REPLACEMENT);
