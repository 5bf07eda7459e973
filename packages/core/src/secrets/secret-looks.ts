import { isSecretParameter } from './secret-name.ts';

/** Prefixes of keys of providers and services, before `-` or `_`. */
export const KEY_PREFIXES = ['sk', 'pk', 'rk'] as const;

/**
 * The only list of patterns that identify a secret by its looks, wherever it occurs. The group
 * `secret`, or the whole match without one, must not be shown; it ends the match. The flags are `d`
 * and `g`. Each pattern begins at the start of a run of its characters and has a limited
 * look-ahead, so that a long text takes time in proportion to its length.
 */
export const SECRET_LOOKS: readonly RegExp[] = [
  // Private keys, even without their end.
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z0-9 ]{0,40}-----|$)/dg,
  // JWT and JWE.
  /(?<![\w-])eyJ[\w-]{8,}(?:\.[\w-]*){2,4}/dg,
  // Credentials in a URL: https://user:password@host
  /:\/\/(?<secret>[^\s/?#@"'<>\\]{1,512})(?=@)/dg,
  // Web hooks, whose path is the secret.
  /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[\w/-]{8,})/dgi,
  /discord(?:app)?\.com\/api\/webhooks\/(?<secret>[\w/-]{8,})/dgi,
  // An authorization header's value: with a digit or long, because "bearer" is an English word.
  /(?<![\w-])(?:bearer|basic)\s{1,4}(?<secret>(?=[\w.~+/=-]{0,256}\d)[\w.~+/=-]{6,}|[\w.~+/=-]{20,})/dgi,
  // Keys of this gateway and of similar services: mg-v1-…, sk-…
  /(?<![A-Za-z0-9])mg-(?:mgmt-)?v\d+-[\w-]{4,}/dg,
  new RegExp(
    `(?<![A-Za-z0-9])(?:${KEY_PREFIXES.join('|')})[-_](?:(?=[\\w-]{0,256}\\d)[\\w-]{8,}|[\\w-]{20,})`,
    'dg',
  ),
  // Keys of clouds, and of services that destinations and providers use.
  /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/dg,
  /(?<![A-Za-z0-9])(?:AIza[\w-]{30,}|ya29\.[\w-]{16,}|GOCSPX-[\w-]{16,})/dg,
  /(?<![A-Za-z0-9])(?:gh[a-z]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,})/dg,
  /(?<![A-Za-z0-9])(?:xox[a-z]|xapp)-[\w-]{8,}/dg,
  /(?<![A-Za-z0-9])(?:hf|r8|npm|gsk|xai|tgp_v1|lsv2_[a-z]{2}|ph[a-z]|glc|glsa|whsec|dop_v1|fal)_[\w-]{16,}/dg,
  /(?<![A-Za-z0-9])(?:NRAK-|NRII-|SG\.[\w-]{16,}\.|dckr_pat_)[\w-]{16,}/dg,
];

/**
 * Patterns that assign the group `secret` to the group `name` in unparsed text: in URLs, in
 * truncated JSON, in the parts of a form, in logs that an error repeats.
 */
export const ASSIGNMENTS: readonly RegExp[] = [
  /(?<![\w.-])(?<name>[\w.-]{2,64})=["']?(?<secret>[^\s"'<>&;,#\\]+)/dg,
  /["'](?<name>[\w.-]{2,64})\\?["']\s{0,4}:\s{0,4}\\?["'](?<secret>[^"'\\]+)/dg,
  /[;\s]name="(?<name>[\w.-]{2,64})"[^\r\n]{0,200}(?:\r?\n[^\r\n]{1,200}){0,4}\r?\n\r?\n(?<secret>[^\r\n]+)/dg,
];

/**
 * Returns whether a value assigned to a name is secret; short numbers such as `max_token=5` and
 * prices are not.
 */
export function isSecretAssignment(name: string, value: string): boolean {
  return isSecretParameter(name) && !/^\d{1,7}$|^\d*\.\d+$/.test(value);
}

/** Replaces every part of a text that is secret by its looks or by its name. */
export function replaceSecrets(text: string, replace: (secret: string) => string): string {
  const inPlace = (match: string, secret = match) =>
    match.slice(0, match.length - secret.length) + replace(secret);
  let safe = text;
  for (const look of SECRET_LOOKS) {
    safe = safe.replaceAll(look, (match, ...rest) => inPlace(match, groupsIn(rest)['secret']));
  }
  for (const assignment of ASSIGNMENTS) {
    safe = safe.replaceAll(assignment, (match, ...rest) => {
      const { name = '', secret = '' } = groupsIn(rest);
      return isSecretAssignment(name, secret) ? inPlace(match, secret) : match;
    });
  }
  return safe;
}

/** Returns the last argument of a replacer, which has the named groups. */
function groupsIn(args: readonly unknown[]): Readonly<Record<string, string | undefined>> {
  const last = args.at(-1);
  // Without named groups the last argument is the text.
  return typeof last === 'object' ? (last as Record<string, string | undefined>) : {};
}
