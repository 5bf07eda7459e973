import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** What Node, Bun and Deno offer; ten times as fast, and part of every request. */
interface NativeHash {
  hash?: (algorithm: 'sha256', data: string) => string;
}

const native = nativeHash();

/** SHA-256 of a key's text in lower-case hex: the only form in which keys are stored. */
export function hashKey(text: string): string {
  return native === undefined ? bytesToHex(sha256(utf8ToBytes(text))) : native('sha256', text);
}

/** Asked for rather than imported, so that the core runs where there are no such modules. */
function nativeHash(): NativeHash['hash'] {
  // A runtime without `process`, or with an older one, lacks any of these members.
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (name: string) => NativeHash | undefined };
  };
  return process?.getBuiltinModule?.('crypto')?.hash;
}
