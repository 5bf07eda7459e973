import * as v from 'valibot';
import { described, nullish, optional, READ_ONLY } from './described.ts';

const USD = v.pipe(v.number(), v.minValue(0));
const TIME = v.pipe(v.string(), v.isoTimestamp());

const HASH = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, '64 lower-case hex characters'));

/** The parameters of operations on one key. */
export const KEY_PARAMS = v.object({
  hash: described(HASH, 'What names the key: the SHA-256 digest of its first text.'),
});

/** When the spending of a key counts from 0 again. Source: contract §2.8. */
const LIMIT_RESETS = ['daily', 'weekly', 'monthly'] as const;

/** What a key may spend and has spent, as answers about keys have it. Source: contract §19.2. */
export const KEY_SPENDING = {
  limit: described(v.nullable(USD), 'The most that it may spend until the reset, USD.'),
  limit_remaining: described(v.nullable(v.number()), 'What is left of it; null without a limit.'),
  limit_reset: described(
    v.nullable(v.picklist(LIMIT_RESETS)),
    'When its spending counts from 0 again, at midnight UTC; null for never.',
  ),
  include_byok_in_limit: described(v.boolean(), 'Always false.'),
  usage: described(USD, 'What it was charged, ever, USD.'),
  usage_daily: described(USD, 'The part of this UTC day.'),
  usage_weekly: described(USD, 'The part of this week, from Monday on.'),
  usage_monthly: described(USD, 'The part of this calendar month.'),
  byok_usage: described(USD, 'Always 0.'),
  byok_usage_daily: described(USD, 'Always 0.'),
  byok_usage_weekly: described(USD, 'Always 0.'),
  byok_usage_monthly: described(USD, 'Always 0.'),
};

/** Element of `data` in GET /keys. Source: contract §19.2. */
export const KeySchema = described(
  v.object({
    hash: described(HASH, 'What names the key: the SHA-256 digest of its first text.'),
    name: described(v.string(), 'What people call it.'),
    label: described(v.string(), 'Its text without the middle: `mg-v1-abc...xyz`.'),
    is_management_key: described(v.boolean(), 'Whether it administers, instead of using models.'),
    disabled: described(v.boolean(), 'Whether it is refused.'),
    ...KEY_SPENDING,
    workspace_id: described(v.string(), 'The workspace that it belongs to.'),
    creator_user_id: described(v.nullable(v.string()), 'The user that it belongs to.'),
    external_user: described(v.nullable(v.string()), 'Always null.'),
    created_at: described(TIME, 'When it was made.'),
    updated_at: described(v.nullable(TIME), 'When it was last changed; null for never.'),
    expires_at: described(v.nullable(TIME), 'From when on it is refused; null for never.'),
  }),
  'A key of the account.',
  { title: 'Key' },
);

/** A key as it is answered. */
export type WireKey = v.InferOutput<typeof KeySchema>;

const NAME_RULE = '1 to 255 characters in one line';
const NAME = v.pipe(
  v.string(),
  v.regex(/^[^]{1,255}$/u, NAME_RULE),
  // No control character, no separator of lines, and nothing that turns the direction of writing: in
  // a log or on a terminal it could pass for something else.
  v.regex(
    // oxlint-disable-next-line no-control-regex -- those are what a name must not hold
    /^[^\0-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$/,
    NAME_RULE,
  ),
);
const LIMITS = {
  limit: nullish(
    v.pipe(v.number(), v.minValue(0), v.maxValue(1e15)),
    'The most that it may spend until the reset, USD; null for no limit.',
  ),
  limit_reset: nullish(
    v.picklist(LIMIT_RESETS),
    'When its spending counts from 0 again, at midnight UTC, weeks on Monday; null for never.',
  ),
  include_byok_in_limit: optional(
    v.boolean(),
    'Has no effect: no key of this gateway pays for itself at a provider.',
  ),
};

/** Body of POST /keys. Source: contract §19.1. */
export const NewKeySchema = described(
  v.object({
    name: described(NAME, 'What people call it.'),
    ...LIMITS,
    expires_at: nullish(
      v.pipe(
        v.string(),
        v.regex(
          /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/,
          'a time in UTC with seconds, such as 2027-01-31T12:00:00Z',
        ),
      ),
      'From when on it is refused, in UTC; null for never.',
    ),
    creator_user_id: nullish(
      NAME,
      "The user of the organization that it belongs to; by default the calling key's.",
    ),
    workspace_id: optional(
      v.pipe(v.string(), v.uuid(), v.toLowerCase()),
      "The workspace that it belongs to; by default the calling key's.",
    ),
    external: optional(
      v.never('is not supported: this gateway mints the texts of its keys'),
      'Not supported.',
    ),
  }),
  'A key to make.',
  { title: 'NewKey' },
);

/** Body of PATCH /keys/{hash}. Source: contract §19.1. */
export const KeyPatchSchema = described(
  v.object({
    name: optional(NAME, 'What people call it.'),
    disabled: optional(v.boolean(), 'Whether it is refused.'),
    ...LIMITS,
    hash: READ_ONLY,
    workspace_id: READ_ONLY,
    creator_user_id: READ_ONLY,
    created_at: READ_ONLY,
    updated_at: READ_ONLY,
    expires_at: READ_ONLY,
  }),
  'Changes to a key; members that are left out stay as they are.',
  { title: 'KeyPatch' },
);
