import path from 'node:path';
import type { SecretKey } from '@model-gateway/sql';
import { checkConfig } from './check-config.ts';
import { readConfigDocument } from './config-document.ts';
import { readConfigText } from './read-config-text.ts';
import { resolveConfig } from './resolve-config.ts';

/** The settings that a command needs to open the store, without any provider's key. */
export interface StoreSettings {
  readonly store: string;
  readonly secretKeys: readonly SecretKey[] | undefined;
  /** The folder that a file of SQLite is relative to. */
  readonly folder: string;
  /** The private addresses that telemetry may be sent to. */
  readonly allowOrigins: readonly string[];
}

/** Reads the store's part of a configuration file. Throws `ConfigError`. */
export async function loadStoreSettings(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<StoreSettings> {
  const folder = path.dirname(path.resolve(file));
  const document = readConfigDocument(await readConfigText(file), file);
  const config = checkConfig(document.value, file, document);
  const needed = { ...config, providers: [], limits: null };
  const { store, secretKeys, telemetry } = resolveConfig(
    needed,
    { env, folder },
    { source: file, document },
  );
  return { store, secretKeys, folder, allowOrigins: telemetry.allowOrigins };
}
