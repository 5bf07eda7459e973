import { hashKey, type KeyKind } from '@model-gateway/core';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX: Readonly<Record<KeyKind, string>> = {
  inference: 'mg-v1-',
  management: 'mg-mgmt-v1-',
};
const LENGTH = 48;

/** The text of a key that only depends on seed and name, in the form of contract §2.1. */
export function mintKey(kind: KeyKind, seed: string, name: string): string {
  const digits = [0, 1].map((block) => hashKey(`${name} key ${block} of seed ${seed}`)).join('');
  let text = PREFIX[kind];
  for (let i = 0; i < LENGTH; i++) {
    text += BASE62[Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16) % BASE62.length];
  }
  return text;
}
