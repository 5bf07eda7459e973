import { checkOptions, type OptionTable, secret, TEXT } from '@model-gateway/core/kit';
/**
 * Seals texts with a secret key, and opens them. `context` says where a text belongs: a text sealed
 * for one place cannot be opened in another.
 */
export interface SecretBox {
  /** The id of the key that seals; part of every sealed text. */
  readonly keyId: string;
  /** Returns whether it opens texts that this key sealed. */
  knows(keyId: string): boolean;
  seal(text: string, context: string): Promise<string>;
  /**
   * Opens a sealed text. Rejects with `SealError` for one of another place or key, or one that was
   * changed.
   */
  open(sealed: string, context: string): Promise<string>;
}

/** A key that seals secrets in the database. */
export interface SecretKey {
  /** Names the key in sealed texts: 1 to 64 letters, digits, `_` and `-`. */
  readonly id: string;
  /** 32 random bytes, or their base64: `openssl rand -base64 32`. */
  readonly key: Uint8Array | string;
}

/** A sealed text that cannot be opened. Holds neither the text nor a key. */
export class SealError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SealError';
  }
}

/**
 * AES-256-GCM with a random 96-bit IV per text: `mg1.<key id>.<iv>.<ciphertext>`. The first key
 * seals, every key opens. Throws `TypeError` for keys that cannot be used.
 */
export function createSecretBox(keys: readonly SecretKey[]): SecretBox {
  const [newest] = keys;
  if (newest === undefined) throw new TypeError('expected at least one secret key');
  const byId = new Map<string, Promise<CryptoKey>>();
  for (const secretKey of keys) {
    checkOptions('a secret key', secretKey, KEY, ['id', 'key']);
    const { id, key } = secretKey;
    if (!KEY_ID.test(id)) {
      throw new TypeError(`expected a key id of 1 to 64 letters, digits, "_" and "-", got "${id}"`);
    }
    if (byId.has(id)) throw new TypeError(`two secret keys have the id "${id}"`);
    byId.set(id, importKey(bytesOf(id, key)));
  }
  const keyNamed = async (id: string): Promise<CryptoKey> => {
    const key = byId.get(id);
    if (key !== undefined) return key;
    const known = [...byId.keys()].join(', ');
    throw new SealError(`a secret was sealed with the key "${id}"; known are ${known}`);
  };

  return {
    keyId: newest.id,
    knows: (id) => byId.has(id),
    async seal(text, context) {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const additionalData = utf8(context);
      const bytes = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv, additionalData },
        await keyNamed(newest.id),
        utf8(text),
      );
      return ['mg1', newest.id, base64url(iv), base64url(new Uint8Array(bytes))].join('.');
    },
    async open(sealed, context) {
      const match = SEALED.exec(sealed);
      if (match === null) throw new SealError('a secret that should be sealed is not');
      const [, id = '', iv = '', bytes = ''] = match;
      const key = await keyNamed(id);
      try {
        const opened = await crypto.subtle.decrypt(
          { name: 'AES-GCM', iv: fromBase64url(iv), additionalData: utf8(context) },
          key,
          fromBase64url(bytes),
        );
        return new TextDecoder('utf-8', { fatal: true }).decode(opened);
      } catch (error) {
        throw new SealError(
          `a secret that was sealed with "${id}" cannot be opened: it was changed, moved from ` +
            'another place, or the key is another one by that name',
          error,
        );
      }
    },
  };
}

/** Returns whether a text has the form of a sealed one. */
export function isSealed(text: unknown): boolean {
  return typeof text === 'string' && SEALED.test(text);
}

const KEY_ID = /^[\w-]{1,64}$/;
const SEALED = /^mg1\.([\w-]{1,64})\.([\w-]{16})\.([\w-]{22,})$/;

function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

function bytesOf(id: string, key: SecretKey['key']): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(typeof key === 'string' ? Buffer.from(key, 'base64') : key);
  if (bytes.byteLength === 32) return bytes;
  throw new TypeError(
    `expected the secret key "${id}" to be 32 bytes, or base64 of them, got ${bytes.byteLength} bytes`,
  );
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64url'));
}

const KEY: OptionTable<SecretKey> = {
  id: TEXT,
  key: secret({
    must: '32 bytes, or their base64',
    holds: (value) => value instanceof Uint8Array || TEXT.holds(value),
  }),
};
