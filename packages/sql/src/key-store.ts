import { formatDecimal, parseDecimal, type ApiKey, type KeyStore } from '@model-gateway/core';
import type { Selectable } from 'kysely';
import type { Changes } from './changes.ts';
import type { Database } from './database.ts';
import type { KeyUsage } from './key-usage.ts';
import type { Schema } from './schema.ts';
import { wholeOrNull } from './whole-or-null.ts';

export interface KeyStoreOptions {
  /** How long a key that was read stays valid while the database is unavailable. */
  readonly staleKeySeconds: number;
}

/** The number of digests kept in memory; a new one replaces the oldest. */
const KEPT = 10_000;

/**
 * Creates the key store. A key that was read is kept in memory until any key changes, which this
 * process sees at once and others by a notice or by polling.
 */
export function createKeyStore(
  database: Database,
  changes: Changes,
  usage: KeyUsage,
  { staleKeySeconds }: KeyStoreOptions,
): KeyStore {
  const find = database.prepare<{ hash: string }, KeyRow>('reads', (db, value) =>
    db
      .selectFrom('mg_keys as keys')
      .leftJoin('mg_workspaces as workspaces', 'workspaces.id', 'keys.workspace_id')
      .where('keys.hash', '=', value('hash'))
      .selectAll('keys')
      .select('workspaces.state as workspace_state')
      .compile(),
  );
  let known = new Map<string, ApiKey>();
  changes.onChange('keys', () => {
    known = new Map();
  });

  return {
    async findByHash(hash) {
      const isFresh = changes.age() <= staleKeySeconds * 1000;
      const kept = known.get(hash);
      if (kept !== undefined && isFresh) {
        usage.note(hash);
        return kept;
      }
      if (!DIGEST.test(hash)) return undefined;
      const into = known;
      const [row] = await find({ hash });
      if (row === undefined) return undefined;
      const key = Object.freeze(toKey(row));
      // After a change in between there is a new map, and this key may be from before the change.
      keep(into, key);
      usage.note(hash);
      return key;
    },
  };
}

const DIGEST = /^[0-9a-f]{64}$/;

function keep(known: Map<string, ApiKey>, key: ApiKey): void {
  const [oldest] = known.keys();
  if (known.size >= KEPT && oldest !== undefined) known.delete(oldest);
  known.set(key.hash, key);
}

type KeyRow = Selectable<Schema['mg_keys']> & {
  /** Null for a workspace that is not administered here. */
  readonly workspace_state: 'active' | 'disabled' | null;
};

/** Returns the key as the gateway knows it. A key of a disabled workspace is disabled, too. */
export function toKey(row: Omit<KeyRow, 'workspace_state'> & Partial<KeyRow>): ApiKey {
  const isDisabled = row.state === 'active' && row.workspace_state === 'disabled';
  return {
    hash: row.hash,
    label: row.label,
    kind: row.kind,
    userId: row.user_id,
    organizationId: row.organization_id,
    workspaceId: row.workspace_id,
    allowedModels:
      // Written as a list of texts.
      row.allowed_models === null
        ? null
        : (Object.freeze(JSON.parse(row.allowed_models)) as readonly string[]),
    creditAccountId: row.credit_account_id,
    limits: Object.freeze({
      usd: plainOrNull(row.limit_usd),
      reset: row.limit_reset,
      requestsPerMinute: wholeOrNull(row.requests_per_minute),
      tokensPerMinute: wholeOrNull(row.tokens_per_minute),
    }),
    state: isDisabled ? 'disabled' : row.state,
    expiresAt: row.expires_at,
  };
}

/** Returns the amount in plain digits; as it is where it is no amount, so that the key is refused. */
function plainOrNull(amount: string | null): string | null {
  const value = amount === null ? undefined : parseDecimal(amount);
  return value === undefined ? amount : formatDecimal(value);
}
