import { hashKey, type KeyKind } from '@model-gateway/core';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHARACTERS = 48;

/**
 * Mints a key: its text, which holds 285 random bits and is not stored, and its digest. Source:
 * contract §2.1.
 */
export function mintKey(kind: KeyKind): { readonly text: string; readonly hash: string } {
  const text = `${kind === 'management' ? 'mg-mgmt-v1-' : 'mg-v1-'}${randomBase62(CHARACTERS)}`;
  return { text, hash: hashKey(text) };
}

function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // 248 is four times 62: larger bytes would make the first letters likelier.
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}
