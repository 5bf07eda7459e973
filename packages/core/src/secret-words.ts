/**
 * The only list of names that mark a value as secret: names that end in one of these words. Names
 * of several words are compared by the last, `X-Amz-Signature` by `signature`.
 */
const SECRET_WORDS = {
  /** Only these apply to a destination of an unknown kind, contract §5.1. */
  config: words('key token secret password dsn'),
  /** Secret whatever the type of the value: a number may be a password, too. */
  password: words(
    'password passwords passwd passphrase pwd pin otp',
    'secret secrets credential credentials creds',
  ),
  credential: words(
    'jwt authorization auth bearer cookie cookies',
    'signature sig session sid csrf xsrf',
  ),
};

/** The last words of names that mark a value as secret. */
export const SECRET_LAST_WORDS: ReadonlySet<string> = new Set(Object.values(SECRET_WORDS).flat());

/** The subset whose values are secret whatever their type. */
export const PASSWORD_WORDS: ReadonlySet<string> = new Set(SECRET_WORDS.password);

/** Matches names written as one word, and those whose last word alone is ambiguous. */
export const SECRET_ENDINGS =
  /(?:apikeys?|(?:access|secret|private|signing|encryption|license|api)keys?(?:id)?|(?:access|refresh|auth|id|session|bearer|csrf|xsrf)tokens?|sessionid|connectionstring|(?:client)?secret|password|setcookie|googleaccessid|credential)$/;

/** Names that end like a secret but are harmless; in lower case, as one word. */
export const HARMLESS_NAMES: ReadonlySet<string> = new Set(
  words(
    // The first is a price per image token, contract §8.5.
    'imagetoken',
    'eostoken bostoken padtoken stoptoken unktoken',
    'primarykey foreignkey sortkey partitionkey',
  ),
);

const CONFIG_ENDING = new RegExp(`(?:${SECRET_WORDS.config.join('|')})$`, 'i');

/**
 * Returns whether a name ends with the letters of a secret word, as `monkey` does, too. Source:
 * contract §5.1.
 */
export function endsLikeSecret(name: string): boolean {
  return CONFIG_ENDING.test(name);
}

function words(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(' '));
}
