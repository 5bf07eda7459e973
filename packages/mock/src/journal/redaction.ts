import { DESTINATION_KINDS, type ConfigMembers } from '@model-gateway/core';

/** Makes of what came in a request what may be shown. */
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
    return SECRET_LOOKS.reduce((rest, look) => rest.replaceAll(look, maskSecret), shown);
  };

  const inside = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(inside);
    if (!isObject(value)) return value;
    return mapMembers(value, named);
  };

  const named = (name: string, value: unknown): unknown => {
    if (isSecretName(name)) return hide(value);
    // Of a destination's config: each of them may be a credential.
    if (name === 'headers' && isObject(value))
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

/** What is a secret wherever it stands. Each looks a limited way ahead, so long texts stay cheap. */
const SECRET_LOOKS = [
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[^]*?(?:-----END [A-Z0-9 ]{0,40}-----|$)/g,
  /(?<![\w-])eyJ[\w-]{8,}(?:\.[\w-]*){2,4}/g,
  /(?<=bearer\s{1,4})[\w.~+/=-]{12,}/gi,
  /(?<![A-Za-z0-9])mg-(?:mgmt-)?v\d+-[\w-]{8,}/g,
  /(?<![A-Za-z0-9])(?:sk|pk|rk)[-_][\w-]{12,}/g,
  /(?<=:\/\/[^\s/@:]{0,64}:)[^\s/@]{1,128}(?=@)/g,
];

const SECRET_MEMBERS: ReadonlySet<string> = new Set(
  Object.values<ConfigMembers>(DESTINATION_KINDS).flatMap((members) =>
    Object.entries(members).flatMap(([name, { secret }]) => (secret ? [name] : [])),
  ),
);

/** A bare `key` is one only in a query; no operation has a parameter of that name. */
const SECRET_NAME =
  /(?:key|token|secret|password|passwd|dsn|authorization|cookie|credentials?|signature|session)$/i;

function isSecretName(name: string): boolean {
  return SECRET_MEMBERS.has(name) || SECRET_NAME.test(name);
}

/** Of what is no text nothing is shown either; that something is absent is no secret. */
function hide(value: unknown): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  return typeof value === 'string' ? maskSecret(value) : '…';
}

const SHORTEST_SHOWN = 20;
const SCHEME = /^(?:bearer|basic) +/i;

/** `Bearer mg-v1-…` → `Bearer mg-v…9f3a`, so that two keys can be told apart. */
function maskSecret(secret: string): string {
  const scheme = SCHEME.exec(secret)?.[0] ?? '';
  const rest = secret.slice(scheme.length);
  if (rest.length < SHORTEST_SHOWN) return `${scheme}…`;
  return `${scheme}${rest.slice(0, 4)}…${rest.slice(-4)}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function mapMembers(
  object: Readonly<Record<string, unknown>>,
  change: (name: string, value: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, change(name, value)]),
  );
}
