import type { KeyKind } from '../ports/key-store.ts';
import { hashKey } from './hash-key.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHARACTERS = 48;
/** How many characters a mask shows at either end: 36 of 285 bits. */
const SHOWN = 3;
const SHORTEST_SHOWN = 16;

/** A new key. Only `text` is a secret, which is shown once and never stored. */
export interface MintedKey {
  readonly text: string;
  /** SHA-256 of the text, 64 lower-case hex characters. */
  readonly hash: string;
  /** The text without its middle: `mg-v1-abc...xyz`. */
  readonly mask: string;
}

/** Mints a key, whose text holds 285 random bits. Source: contract §2.1. */
export function mintKey(kind: KeyKind): MintedKey {
  const prefix = kind === 'management' ? 'mg-mgmt-v1-' : 'mg-v1-';
  const text = `${prefix}${randomBase62(CHARACTERS)}`;
  return { text, hash: hashKey(text), mask: maskKey(text) };
}

/** Returns the text of a key without its middle; of a short one nothing but dots. */
export function maskKey(text: string): string {
  const [, prefix = '', secret = ''] = /^(mg-(?:mgmt-)?v1-)?(.*)$/s.exec(text) ?? [];
  if (secret.length < SHORTEST_SHOWN) return `${prefix}...`;
  return `${prefix}${secret.slice(0, SHOWN)}...${secret.slice(-SHOWN)}`;
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
