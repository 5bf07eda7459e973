import { NO_LIMITS, toKeyLimits } from './accounts/key-limits.ts';
import { checkOptions, optionsNamed } from './input/check-options.ts';
import { kindOf, quote } from './input/quote.ts';
import { hashKey } from './secrets/hash-key.ts';
import { KEY_MEMBERS, keyProblem } from './pipeline/key-problem.ts';
import type { ApiKey, KeyLimits } from './ports/key-store.ts';

/** What a new key may have instead of the defaults; a limit that is left out does not hold. */
export type ApiKeyOverrides = Partial<
  Omit<ApiKey, 'hash' | 'digest' | 'limits'> & { readonly limits: Partial<KeyLimits> }
>;

/**
 * Creates an API key to store, from the text that clients send and what differs from the defaults:
 * an active inference key of `user_1`, for every model, charged to no account, without limits, that
 * never expires.
 * It holds the digest of the text only. A label that is undefined or null, as for a user without a
 * name, has its default. Throws a `TypeError` for a text that is not 1 to 8,192 visible ASCII
 * characters, for members that no key has, for an `expiresAt` that is no timestamp, and for any other
 * member that is undefined: a missing list of models must not become every model. Source: contract
 * §2.1, §2.3, §2.8.
 *
 * @example
 * const keys = createMemoryKeyStore([
 *   createApiKey('my-key', { userId: 'user_42', limits: { usd: '20', reset: 'daily' } }),
 * ]);
 */
export function createApiKey(text: string, overrides: ApiKeyOverrides = {}): ApiKey {
  // The text itself is a secret, so no error repeats it.
  if (typeof text !== 'string' || !KEY_TEXT.test(text)) {
    throw new TypeError(
      'the text of a key must be 1 to 8192 visible ASCII characters without spaces, got ' +
        describe(text),
    );
  }
  checkOptions('createApiKey', overrides, OVERRIDABLE);
  const label = overrides.label ?? DEFAULTS.label;
  // One that is undefined is refused, too.
  const limits = toKeyLimits('limits' in overrides ? overrides.limits : {});
  const key: ApiKey = { hash: hashKey(text), ...DEFAULTS, ...overrides, limits, label };
  const problem = keyProblem(key) ?? neverValid(key);
  if (problem !== undefined) throw new TypeError(`createApiKey: ${problem}`);
  return key;
}

/**
 * Says what would keep a key from ever being valid although nobody meant it: a store may hold such a
 * key, and the gateway refuses it, but a program that creates one has made a mistake.
 */
function neverValid({ state, expiresAt }: ApiKey): string | undefined {
  if (!STATES.includes(state)) {
    return `state must be "active", "disabled" or "revoked", got ${quote(state)}`;
  }
  if (expiresAt === null || !Number.isNaN(Date.parse(expiresAt))) return undefined;
  return `expiresAt must be an ISO 8601 timestamp such as "2027-01-01T00:00:00Z", or null, got ${quote(expiresAt)}`;
}

const STATES: readonly string[] = ['active', 'disabled', 'revoked'] satisfies ApiKey['state'][];

const KEY_TEXT = /^[\x21-\x7e]{1,8192}$/;

function describe(text: unknown): string {
  if (typeof text !== 'string') return kindOf(text);
  if (text === '') return 'an empty text';
  return text.length > 8192 ? `${text.length} characters` : 'a text with other characters in it';
}

const DEFAULTS: Omit<ApiKey, 'hash' | 'digest'> = {
  label: 'API key',
  kind: 'inference',
  userId: 'user_1',
  organizationId: null,
  workspaceId: '00000000-0000-4000-8000-000000000001',
  allowedModels: null,
  creditAccountId: null,
  limits: NO_LIMITS,
  state: 'active',
  expiresAt: null,
};

/** What may differ from the defaults; `keyProblem` says what each must be. */
const OVERRIDABLE = optionsNamed(
  KEY_MEMBERS.filter((name) => name !== 'hash' && name !== 'digest'),
);
