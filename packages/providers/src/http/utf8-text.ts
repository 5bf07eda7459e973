import { Buffer } from 'node:buffer';

const REPLACEMENT = '\ufffd';

/** Decodes UTF-8, in which U+FFFD stands for what is none, and remembers whether anything was. */
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
    // A server may say U+FFFD itself.
    if (text.includes(REPLACEMENT)) this.#isDamaged ||= !Buffer.from(text).equals(own);
    return text;
  }
}

/** Whether U+FFFD stands in a text. */
export const hasReplacement = (text: string): boolean => text.includes(REPLACEMENT);
