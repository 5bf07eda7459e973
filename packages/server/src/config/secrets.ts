import path from 'node:path';
import { memberName, type MemberKeys, type MemberProblem } from './member-problem.ts';
import { readSecretFile } from './read-secret-file.ts';
import type { SecretSource } from './schema.ts';

/** Sources of secrets other than the file itself. */
export interface SecretSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that file names are relative to. */
  readonly folder: string;
}

/** A secret's text, or the reason why it could not be read. */
export type SecretReading = { readonly text: string } | { readonly problem: string };

/** Reads a secret from its variable or file. */
function readSecret(source: SecretSource, { env, folder }: SecretSources): SecretReading {
  if (typeof source === 'string') return { text: source };
  if ('env' in source) {
    const text = env[source.env];
    if (text === undefined) return { problem: `the environment variable ${source.env} is not set` };
    return text === '' ? { problem: `the environment variable ${source.env} is empty` } : { text };
  }
  const reading = readSecretFile(path.resolve(folder, source.file));
  return 'text' in reading ? reading : { problem: `the file ${source.file} ${reading.problem}` };
}

/** Collects the secrets of a configuration and every problem with them. */
export class SecretReader {
  readonly problems: MemberProblem[] = [];
  /** The environment variables that were read. */
  readonly variables: string[] = [];
  /** Members whose secret is written into the configuration itself. */
  readonly inTheClear: string[] = [];
  readonly #sources: SecretSources;

  constructor(sources: SecretSources) {
    this.#sources = sources;
  }

  /** Returns the secret at `keys`; undefined when it is absent or cannot be read. */
  read(source: SecretSource | null | undefined, keys: MemberKeys): string | undefined {
    if (source === null || source === undefined) return undefined;
    const name = memberName(keys);
    if (typeof source === 'object' && 'env' in source) this.variables.push(source.env);
    if (typeof source === 'string') this.inTheClear.push(name);
    const reading = readSecret(source, this.#sources);
    if ('text' in reading) return reading.text;
    this.problems.push({ keys, message: `${name}: ${reading.problem}` });
    return undefined;
  }
}
