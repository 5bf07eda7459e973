import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkConfig } from './check-config.ts';
import { ConfigError } from './config-error.ts';
import { readConfigDocument } from './config-document.ts';
import { resolveConfig, type ResolvedConfig } from './resolve-config.ts';

/** A configuration file, read, checked and resolved. */
export interface LoadedConfig {
  /** As the user gave it. */
  readonly file: string;
  /** The folder that the file's own paths are relative to. */
  readonly folder: string;
  readonly config: ResolvedConfig;
}

/**
 * Loads a configuration file of YAML or JSON. Throws `ConfigError`, whose message names every
 * mistake with its line.
 */
export async function loadConfig(
  file: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<LoadedConfig> {
  const folder = path.dirname(path.resolve(file));
  const document = readConfigDocument(await readConfigText(file), file);
  const config = checkConfig(document.value, file, document);
  return {
    file,
    folder,
    config: resolveConfig(config, { env, folder }, { source: file, document }),
  };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file; "model-gateway init" writes one',
  EISDIR: 'is a folder, not a file',
  EACCES: 'may not be read by this user',
};

export async function readConfigText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new ConfigError(file, [{ message: REASONS[code] ?? `cannot be read (${code})` }]);
  }
}
