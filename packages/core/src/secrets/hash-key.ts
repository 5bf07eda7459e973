import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The runtime's own hash (Node, Bun, Deno), ten times faster; every request needs one. */
interface NativeHash {
  hash?: (algorithm: 'sha256', data: string) => string;
}

let digest: ((text: string) => string) | undefined;

/**
 * Returns the SHA-256 of a key's text in lower-case hex: the only form in which keys are stored.
 *
 * @example
 * hashKey('my-key'); // '5e78863e…', 64 characters
 */
export function hashKey(text: string): string {
  return (digest ??= quickestDigest())(text);
}

/** Looked up rather than imported, so that the core also runs without such modules. */
function quickestDigest(): (text: string) => string {
  // A runtime without `process`, or an older one, may lack any of these members.
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (name: string) => NativeHash | undefined };
  };
  const native = process?.getBuiltinModule?.('crypto')?.hash;
  return native === undefined
    ? (text) => bytesToHex(sha256(utf8ToBytes(text)))
    : (text) => native('sha256', text);
}
