import type { ApiKey, LimitReset } from './key-store.ts';

/** What those it is assigned to may use. Source: contract §6.3. */
export interface Guardrail {
  /** A UUID. */
  readonly id: string;
  /** The organization or, for keys without one, the user that it belongs to. */
  readonly accountId: string;
  /** What people and errors call it. */
  readonly name: string;
  /** Model ids, at least one; null means all. */
  readonly allowedModels: readonly string[] | null;
  /** Slugs of providers, at least one, compared without case; null means all. */
  readonly allowedProviders: readonly string[] | null;
  /** Whether only endpoints that keep no data serve. */
  readonly zdr: boolean;
  /** The most that each member and each key it is assigned to may spend until the reset, USD. */
  readonly usd: string | null;
  /** Null for never. */
  readonly reset: LimitReset | null;
}

/** A guardrail that holds for a key: its own, or that of its user as a member of its organization. */
export interface AppliedGuardrail extends Guardrail {
  readonly scope: 'key' | 'member';
}

/** The guardrails that act. Source: contract §6.3. */
export interface GuardrailStore {
  /**
   * Returns those that are assigned to a key, and to its user in its organization. Rejects when one
   * that is assigned cannot be read, does not exist or belongs to another account: none is left out.
   * Those that are in memory may be returned without a promise.
   */
  of(
    caller: Pick<ApiKey, 'hash' | 'userId' | 'organizationId'>,
  ): Promise<readonly AppliedGuardrail[]> | readonly AppliedGuardrail[];
}
