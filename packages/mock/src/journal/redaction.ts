import {
  endsLikeSecret,
  isJsonObject,
  isSecretParameter,
  replaceSecrets,
} from '@model-gateway/core/kit';

/** Masks the parts of a request that must not be shown. */
export interface Redaction {
  /** The value of a header, a query parameter or a member with that name. */
  named(name: string, value: unknown): unknown;
  text(text: string): string;
}

/** Hides what names and looks give away as a secret, and `secrets` wherever they stand. */
export function createRedaction(secrets: readonly string[]): Redaction {
  // A short key may be a word of a prompt.
  const known = secrets.filter((secret) => secret.length >= SHORTEST_KNOWN);

  const text = (given: string): string => {
    let shown = given;
    for (const secret of known) shown = shown.replaceAll(secret, () => maskSecret(secret));
    return replaceSecrets(shown, maskSecret);
  };

  const inside = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(inside);
    if (!isJsonObject(value)) return value;
    return mapMembers(value, named);
  };

  const named = (name: string, value: unknown): unknown => {
    if (isSecretName(name)) return hide(value);
    // Of a destination's config: each of them may be a credential.
    if (name === 'headers' && isJsonObject(value))
      return mapMembers(value, (_, member) => hide(member));
    return inside(value);
  };

  return { named, text };
}

/** Headers or query parameters by name, as they may be shown; text stays text. */
export function redactMembers<Value>(
  redaction: Redaction,
  values: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  // A mask is text, and only text has secrets in it.
  return mapMembers(values, redaction.named) as Record<string, Value>;
}

const SHORTEST_KNOWN = 8;

/** Rather one too many: what is hidden here can be compared all the same. */
function isSecretName(name: string): boolean {
  return isSecretParameter(name) || endsLikeSecret(name);
}

/** Hides values that are not text, too; that something is absent is not a secret. */
function hide(value: unknown): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  return typeof value === 'string' ? maskSecret(value) : '…';
}

const SHORTEST_SHOWN = 20;
const SCHEME = /^(?:bearer|basic) +/i;

/** `Bearer mg-v1-…` → `Bearer mg-v…9f3a`, so that two keys can be distinguished. */
function maskSecret(secret: string): string {
  const scheme = SCHEME.exec(secret)?.[0] ?? '';
  const rest = secret.slice(scheme.length);
  if (rest.length < SHORTEST_SHOWN) return `${scheme}…`;
  return `${scheme}${rest.slice(0, 4)}…${rest.slice(-4)}`;
}

export function mapMembers(
  object: Readonly<Record<string, unknown>>,
  change: (name: string, value: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, change(name, value)]),
  );
}
