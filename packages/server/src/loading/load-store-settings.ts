import type { KeyLimits } from '@model-gateway/core';
import type { SecretKey } from '@model-gateway/sql';
import { newKeyLimits } from '../config/new-key-limits.ts';
import { loadPart } from './load-part.ts';

/** The settings that a command needs to open the store, without any provider's key. */
export interface StoreSettings {
  readonly store: string;
  readonly secretKeys: readonly SecretKey[] | undefined;
  /** The folder that a file of SQLite is relative to. */
  readonly folder: string;
  /** The private addresses that telemetry may be sent to. */
  readonly allowOrigins: readonly string[];
  /** Of keys that are made without limits of their own. */
  readonly newKeyLimits: Partial<KeyLimits>;
}

/** Reads the store's part of a configuration file. Rejects with `ConfigError`. */
export async function loadStoreSettings(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<StoreSettings> {
  const { config, folder } = await loadPart(file, env, (whole) => ({
    ...whole,
    providers: [],
    passThrough: null,
    limits: null,
  }));
  const { store, secretKeys, telemetry } = config;
  return {
    store,
    secretKeys,
    folder,
    allowOrigins: telemetry.allowOrigins,
    newKeyLimits: newKeyLimits(config),
  };
}
