import { GatewayError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { ApiKey } from '../ports/key-store.ts';
import type { Permission } from '../operations/operation.ts';
import type { RefusedKey } from '../ports/request-record.ts';
import { hashKey } from '../secrets/hash-key.ts';
import { refuseKey, UNKNOWN_KEY, type Refusal } from './refusal.ts';

const CREDENTIALS = /^bearer +([\x21-\x7e]{1,8192})$/i;

/**
 * Returns the digest of the key in an `Authorization: Bearer …` header, 1 to 8,192 characters;
 * undefined for a header that is missing, repeated or malformed. Source: contract §2, §2.2.
 */
export function credentialsIn(headers: Readonly<Record<string, string>>): string | undefined {
  const text = CREDENTIALS.exec(headers['authorization'] ?? '')?.[1];
  return text === undefined ? undefined : hashKey(text);
}

/**
 * Returns the key that a store found for this digest, when it is valid: active, not expired, and
 * with exactly this digest; otherwise the refusal.
 */
export function authenticate(key: ApiKey, hash: string, clock: Clock): ApiKey | Refusal {
  // A store that compares loosely (case, prefix, collation) must not admit a wrong key.
  return isSameDigest(key.hash, hash) ? admit(key, clock) : UNKNOWN_KEY;
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
