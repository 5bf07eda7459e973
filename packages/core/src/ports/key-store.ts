import type { Page, PageRequest } from './page.ts';

/** Inference keys use models; management keys administer the account (contract §2.4). */
export type KeyKind = 'inference' | 'management';

/** When what was spent counts from 0 again, at midnight UTC: each day, each Monday, each first of a month. */
export type LimitReset = 'daily' | 'weekly' | 'monthly';

/** What a key may use; null is no limit. Source: contract §2.8. */
export interface KeyLimits {
  /** The most that it may spend until the reset, USD: plain digits, `20` or `0.5`. */
  readonly usd: string | null;
  /** Null for never: `usd` is then for all time. */
  readonly reset: LimitReset | null;
  /** A whole number of 1 or more. */
  readonly requestsPerMinute: number | null;
  /** A whole number of 1 or more. */
  readonly tokensPerMinute: number | null;
}

/** An API key as it is stored: only its digest, never its text. Source: contract §2.1, §2.3. */
export interface ApiKey {
  /**
   * What names the key for good: the SHA-256 of its first text, 64 lower-case hex characters.
   */
  readonly hash: string;
  /** The SHA-256 of the text that it was found by, where that is a later one of the same key. */
  readonly digest?: string | undefined;
  readonly label: string;
  readonly kind: KeyKind;
  /** `user_…` */
  readonly userId: string;
  /** `org_…`, or null for an account without an organization. */
  readonly organizationId: string | null;
  /** The default workspace, a UUID. */
  readonly workspaceId: string;
  /** Model ids that the key may see and use; null means all. */
  readonly allowedModels: readonly string[] | null;
  /** The account that is charged, or null when nothing is charged. */
  readonly creditAccountId: string | null;
  readonly limits: KeyLimits;
  readonly state: 'active' | 'disabled' | 'revoked';
  /** ISO 8601 timestamp from which the key is refused, or null. */
  readonly expiresAt: string | null;
}

/**
 * Looks up API keys.
 *
 * @example
 * const keys: KeyStore = { findByHash: (hash) => database.apiKey.findUnique({ where: { hash } }) };
 */
export interface KeyStore {
  /**
   * Returns the key with this digest, whatever its state; null or undefined for an unknown digest.
   * Called with every request, which does not wait for a key that is returned without a promise.
   */
  findByHash(hash: string): Promise<ApiKey | null | undefined> | ApiKey | null | undefined;
}

/** A key with what only its administration needs. Source: contract §19.1. */
export interface KeyRecord extends ApiKey {
  /** The text without its middle, `mg-v1-abc...xyz`; null where only the digest was ever known. */
  readonly mask: string | null;
  /** ISO 8601 timestamps; null for a key that was never changed. */
  readonly createdAt: string;
  readonly updatedAt: string | null;
}

/** Which keys to list. */
export interface KeyListQuery extends PageRequest {
  /** An organization (`org_…`) or, for keys without one, a user. */
  readonly accountId: string;
  readonly workspaceId: string;
  /** Whether keys that are disabled or revoked are listed, too. */
  readonly includeDisabled: boolean;
}

/** Members of a key to change, and when that is, ISO 8601; what is left out stays. */
export interface KeyUpdate {
  readonly updatedAt: string;
  readonly label?: string | undefined;
  /** A key that is revoked stays so. */
  readonly state?: 'active' | 'disabled' | undefined;
  readonly limits?: Partial<KeyLimits> | undefined;
}

/** A key store that clients may administer the keys of their accounts in. Source: contract §19.1. */
export interface WritableKeyStore extends KeyStore {
  /** Returns keys of a workspace of the account, the newest first and then by hash. */
  list(query: KeyListQuery): Promise<Page<KeyRecord>>;
  /** Returns a key of this account; undefined for an unknown one and for another account's. */
  get(accountId: string, hash: string): Promise<KeyRecord | undefined>;
  /** Adds a key, which is found at once. Rejects for a hash that is there already. */
  create(key: KeyRecord): Promise<void>;
  /** Returns the changed key of this account, in force at once; undefined as `get` does. */
  update(accountId: string, hash: string, change: KeyUpdate): Promise<KeyRecord | undefined>;
  /** Deletes a key of this account; returns false where `get` returns undefined. */
  delete(accountId: string, hash: string): Promise<boolean>;
  /** Returns whether the account has this workspace. */
  hasWorkspace(accountId: string, workspaceId: string): Promise<boolean>;
}
