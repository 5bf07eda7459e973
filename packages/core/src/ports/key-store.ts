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
  /** SHA-256 of the key text, 64 lower-case hex characters. */
  readonly hash: string;
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
  /** Returns the key with this digest, whatever its state; null or undefined for an unknown digest. */
  findByHash(hash: string): Promise<ApiKey | null | undefined>;
}
