import { limitsProblem, type MemberRule } from '../accounts/key-limits.ts';
import { kindOf } from '../input/quote.ts';
import type { ApiKey } from '../ports/key-store.ts';

/**
 * Says what keeps a value from being an `ApiKey`, by the kind of what is wrong and never by its
 * value; undefined for a key. A database that lacks a column, or a principal made by hand, passes
 * TypeScript unnoticed. Source: contract §2.3.
 */
export function keyProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return `expected a key, got ${kindOf(value)}`;
  for (const [name, { accepts, expected }] of RULES) {
    // Any object has such a member or not; what it holds is not known yet.
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (!accepts(member)) return `${name} must be ${expected}, got ${kindOf(member)}`;
  }
  return limitsProblem((value as Partial<ApiKey>).limits);
}

const isText = (value: unknown) => typeof value === 'string';
const isTextOrNull = (value: unknown) => value === null || typeof value === 'string';

const MEMBERS: Readonly<Record<keyof ApiKey, MemberRule>> = {
  hash: { accepts: isText, expected: 'the SHA-256 digest that hashKey returns' },
  digest: {
    accepts: (value) => value === undefined || isText(value),
    expected: 'a SHA-256 digest or undefined',
  },
  label: { accepts: isText, expected: 'text' },
  kind: {
    accepts: (value) => value === 'inference' || value === 'management',
    expected: '"inference" or "management"',
  },
  userId: { accepts: isText, expected: 'text' },
  organizationId: { accepts: isTextOrNull, expected: 'text or null' },
  workspaceId: { accepts: isText, expected: 'text' },
  allowedModels: {
    accepts: (value) => value === null || Array.isArray(value),
    expected: 'a list of model ids or null',
  },
  creditAccountId: { accepts: isTextOrNull, expected: 'text or null' },
  // What they hold has sentences of its own.
  limits: { accepts: () => true, expected: 'limits' },
  state: { accepts: isText, expected: '"active", "disabled" or "revoked"' },
  expiresAt: { accepts: isTextOrNull, expected: 'an ISO 8601 timestamp or null' },
};

const RULES = Object.entries(MEMBERS);

/** The members of a key. Object.keys forgets that these are the keys. */
export const KEY_MEMBERS = Object.keys(MEMBERS) as readonly (keyof ApiKey)[];
