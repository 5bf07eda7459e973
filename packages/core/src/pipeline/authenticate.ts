import { GatewayError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { ApiKey } from '../ports/key-store.ts';
import type { Permission } from '../operations/operation.ts';
import type { RefusedKey } from '../ports/request-record.ts';
import { hashKey } from '../secrets/hash-key.ts';
import {
  MISSING_AUTHENTICATION,
  refuseKey,
  TWO_KEYS,
  UNKNOWN_KEY,
  type Refusal,
} from './refusal.ts';

const BEARER = /^bearer +([\x21-\x7e]{1,8192})$/i;
const BARE = /^[\x21-\x7e]{1,8192}$/;

/**
 * Returns the digest of the key in an `Authorization: Bearer …` header, 1 to 8,192 characters; or
 * the refusal of a header that is missing, repeated or malformed. Where an operation has a further
 * header for the key, that one is read in the absence of the first, and refused when it says
 * something else: a proxy may check one and the gateway the other. Source: contract §2, §2.2, §13.6.
 */
export function credentialsIn(
  headers: Readonly<Record<string, string>>,
  keyHeader?: string,
): string | Refusal {
  const { authorization } = headers;
  // Clients send it empty when only the other is set.
  const bare = keyHeader === undefined ? undefined : headers[keyHeader] || undefined;
  if (authorization === undefined && bare !== undefined) {
    return BARE.test(bare) ? hashKey(bare) : MISSING_AUTHENTICATION;
  }
  const text = BEARER.exec(authorization ?? '')?.[1];
  if (text === undefined) return MISSING_AUTHENTICATION;
  const hash = hashKey(text);
  return bare === undefined || isSameDigest(hashKey(bare), hash) ? hash : TWO_KEYS;
}

/**
 * Returns the key that a store found for this digest, when it is valid: active, not expired, and
 * with exactly this digest; otherwise the refusal.
 */
export function authenticate(key: ApiKey, hash: string, clock: Clock): ApiKey | Refusal {
  // A store that compares loosely (case, prefix, collation) must not admit a wrong key.
  return isSameDigest(key.digest ?? key.hash, hash) ? admit(key, clock) : UNKNOWN_KEY;
}

/** Returns a key that is active and not expired; otherwise the refusal. */
export function admit(key: ApiKey, clock: Clock): ApiKey | Refusal {
  const problem = problemOf(key, clock);
  return problem === undefined ? key : refuseKey(key, problem);
}

function problemOf(key: ApiKey, clock: Clock): RefusedKey['problem'] | undefined {
  if (key.state === 'active') return isExpired(key, clock) ? 'expired' : undefined;
  return key.state === 'revoked' ? 'revoked' : 'disabled';
}

/** Throws the 403s of contract §2.4. */
export function authorize(key: ApiKey, permission: Permission): void {
  if (permission === 'any' || permission === key.kind) return;
  throw new GatewayError(
    permission === 'management' ? 'managementKeyRequired' : 'inferenceKeyRequired',
  );
}

function isExpired({ expiresAt }: ApiKey, clock: Clock): boolean {
  // Negated, so that an invalid timestamp (NaN) does not make a key permanent.
  return expiresAt !== null && !(Date.parse(expiresAt) > clock.now());
}

function isSameDigest(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}
