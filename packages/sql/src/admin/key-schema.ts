import { toKeyLimits, type ApiKey, type KeyLimits } from '@model-gateway/core';
import * as v from 'valibot';
import { limitColumns, toKeyRow, type KeyInsert } from '../key-rows.ts';
import { requirePrintable, requireStorable } from '../storable-text.ts';
import { AdministrationError } from '../administration-error.ts';
import type { Records } from './batches.ts';
import { checked, TimestampSchema } from './checked.ts';
import type { KeyChange, KeyRecord } from './key-record.ts';

const DIGEST = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{64}$/, 'expected 64 lower-case hex characters'),
);

/** Some limits, or all; others stay as they are, or are none for a new key. */
const LimitsSchema = v.pipe(
  v.custom<Partial<KeyLimits>>((value) => typeof value === 'object' && value !== null),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      const limits = toKeyLimits(dataset.value);
      // Only those that were given.
      const names = Object.keys(dataset.value) as (keyof KeyLimits)[];
      return Object.fromEntries(names.map((name) => [name, limits[name]])) as Partial<KeyLimits>;
    } catch (error) {
      addIssue({ message: error instanceof Error ? error.message : String(error) });
      return NEVER;
    }
  }),
);

const KeySchema = v.object({
  hash: DIGEST,
  label: v.string(),
  kind: v.picklist(['inference', 'management']),
  userId: v.string(),
  organizationId: v.nullable(v.string()),
  workspaceId: v.string(),
  allowedModels: v.nullable(v.array(v.string())),
  creditAccountId: v.nullable(v.string()),
  state: v.picklist(['active', 'disabled', 'revoked']),
  expiresAt: v.nullable(TimestampSchema),
  /** An export of before schema 7 has none, and of before schema 9 not the rest. */
  limits: v.optional(LimitsSchema, {}),
  mask: v.optional(v.nullable(v.string()), null),
  createdAt: v.optional(TimestampSchema),
  updatedAt: v.optional(v.nullable(TimestampSchema), null),
  texts: v.optional(
    v.pipe(
      v.array(v.object({ digest: DIGEST, endsAt: v.nullable(TimestampSchema) })),
      v.minLength(1),
      v.maxLength(2),
    ),
  ),
});

const CHANGEABLE = ['label', 'allowedModels', 'creditAccountId', 'expiresAt'] as const;
const KeyChangeSchema = v.strictObject({
  ...v.partial(v.pick(KeySchema, CHANGEABLE)).entries,
  limits: v.optional(LimitsSchema),
});

/** Returns the columns of a change. Throws an `AdministrationError` for one that changes nothing. */
export function changedColumns(wanted: KeyChange): Partial<KeyInsert> {
  const changed = checked(KeyChangeSchema, wanted, 'the change');
  const { label, allowedModels, creditAccountId, expiresAt, limits } = changed;
  if (label !== undefined) requirePrintable({ label });
  requireStorable({ label: label ?? null, creditAccountId: creditAccountId ?? null });
  const columns = {
    ...(label !== undefined && { label }),
    ...(allowedModels !== undefined && {
      allowed_models: allowedModels && JSON.stringify(allowedModels),
    }),
    ...(creditAccountId !== undefined && { credit_account_id: creditAccountId }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(limits !== undefined && limitColumns(limits)),
  };
  if (Object.keys(columns).length > 0) return columns;
  throw new AdministrationError(
    'nothing to change: name label, allowedModels, creditAccountId, expiresAt or limits',
  );
}

/** A key to import. */
export interface ImportedKey {
  readonly row: KeyInsert;
  /** What it changes of one that is there. */
  readonly changes: Partial<KeyInsert>;
}

/** Yields the keys that are to be imported; one that does not say when it was made is new. */
export async function* checkedRows(
  keys: Records<ApiKey & Partial<KeyRecord>>,
  now: string,
): AsyncGenerator<ImportedKey> {
  let position = 0;
  for await (const value of keys) {
    const key = checked(KeySchema, value, `keys[${position++}]`);
    const { label, userId, organizationId, workspaceId, creditAccountId, mask, texts = [] } = key;
    requireStorable({ label, userId, organizationId, workspaceId, creditAccountId, mask });
    const [text, before] = texts;
    const limits = toKeyLimits(key.limits);
    const { created_at, digest, ...others } = toKeyRow({
      ...key,
      limits,
      createdAt: key.createdAt ?? now,
    });
    const { mask: newMask, ...rest } = others;
    const ofTexts = {
      digest: text?.digest ?? digest,
      mask: newMask,
      old_digest: before?.digest ?? null,
      old_digest_ends_ms: before === undefined ? null : Date.parse(before.endsAt ?? now),
    };
    // A key that does not tell its texts keeps those that it was given since.
    const changes = text === undefined ? rest : { ...rest, ...ofTexts };
    yield { row: { ...rest, ...ofTexts, created_at }, changes };
  }
}
