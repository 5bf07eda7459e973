import path from 'node:path';
import { checkConfig } from './check-config.ts';
import { readConfigDocument } from './config-document.ts';
import { readConfigText } from './read-config-text.ts';
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
