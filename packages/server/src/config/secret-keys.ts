import type { SecretKey } from '@model-gateway/sql';
import type { MemberProblem } from './member-problem.ts';

interface SecretKeys {
  /** The newest first; undefined where secrets are stored as they are. */
  readonly keys: readonly SecretKey[] | undefined;
  readonly problems: readonly MemberProblem[];
}

/** Reads the text of `secrets.keys`: `ID:KEY`, or several with commas between. */
export function secretKeysIn(text: string | undefined): SecretKeys {
  if (text === undefined) return { keys: undefined, problems: [] };
  const keys = keysIn(text);
  return { keys, problems: keys === undefined ? [MALFORMED] : [] };
}

const MALFORMED: MemberProblem = {
  keys: ['secrets', 'keys'],
  message:
    'secrets.keys must be ID:KEY, or several with commas between, the newest first; a KEY is 32 bytes as base64: openssl rand -base64 32',
};

const BYTES_OF_A_KEY = 32;

function keysIn(text: string): readonly SecretKey[] | undefined {
  const keys: SecretKey[] = [];
  for (const part of text.split(',')) {
    const [, id, key] = /^\s*([\w-]{1,64}):([\w+/-]+=*)\s*$/.exec(part) ?? [];
    if (id === undefined || key === undefined) return undefined;
    if (Buffer.from(key, 'base64').length !== BYTES_OF_A_KEY) return undefined;
    if (keys.some((other) => other.id === id)) return undefined;
    keys.push({ id, key });
  }
  return keys;
}
