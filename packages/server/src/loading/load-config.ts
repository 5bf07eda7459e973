import path from 'node:path';
import type { ConfigDocument } from '../config/config-document.ts';
import { withEnvironment } from '../config/environment.ts';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import { settleConfig } from './settle-config.ts';

/** A configuration file, read, checked and resolved. */
export interface LoadedConfig {
  /** As the user gave it. */
  readonly file: string;
  /** The folder that the file's own paths are relative to. */
  readonly folder: string;
  readonly config: ResolvedConfig;
}

/**
 * Loads a configuration file of YAML or JSON. Variables such as `MODEL_GATEWAY_SERVER__PORT` stand in
 * for its members. Rejects with `ConfigError`, whose message names every mistake with its line.
 */
export async function loadConfig(
  file: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<LoadedConfig> {
  // Loads the parser of YAML, which nobody needs who configures a gateway in code.
  const { readConfigFile } = await import('./read-config-file.ts');
  return loadConfigBy(readConfigFile, file, env);
}

/** Loads a configuration file that `read` reads. */
export async function loadConfigBy(
  read: (file: string) => Promise<ConfigDocument>,
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<LoadedConfig> {
  const folder = path.dirname(path.resolve(file));
  const document = await read(file);
  const { value, variables } = withEnvironment(document.value, env);
  const origin = { source: file, document, variables };
  return { file, folder, config: await settleConfig(value, { env, folder }, origin) };
}
