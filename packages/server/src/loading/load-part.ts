import path from 'node:path';
import { withEnvironment } from '../config/environment.ts';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import type { Config } from '../config/schema.ts';
import { readConfigFile } from './read-config-file.ts';
import { settlePart } from './settle-config.ts';

/** Loads what `need` leaves of a configuration file. Rejects with `ConfigError`. */
export async function loadPart(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
  need: (config: Config) => Config,
): Promise<{ readonly config: ResolvedConfig; readonly folder: string }> {
  const folder = path.dirname(path.resolve(file));
  const document = await readConfigFile(file);
  const { value, variables } = withEnvironment(document.value, env);
  const origin = { source: file, document, variables };
  return { config: settlePart(value, { env, folder }, origin, need), folder };
}
