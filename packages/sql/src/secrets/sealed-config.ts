import { replaceSecrets, type ConfigPath, type Destination } from '@model-gateway/core';
import { isSealed, SealError, type SecretBox } from './secret-box.ts';

type Config = Destination['config'];

/**
 * The members of a destination that decide which config members are secret, and the context they
 * are sealed for.
 */
export type ConfigOwner = Pick<Destination, 'id' | 'type'>;

export interface SealedConfig {
  readonly config: Config;
  /** The id of the key; null when the config has no secrets or they are stored in the clear. */
  readonly sealedWith: string | null;
  /**
   * The members whose secrets are stored in the clear: `apiKey, headers.authorization`. Otherwise
   * empty.
   */
  readonly inClear: string;
}

/**
 * Seals each secret of a config for its destination and its place in it; without a box they stay in
 * the clear. Throws for an unsealed secret that looks like a sealed one.
 */
export async function sealConfig(
  owner: ConfigOwner,
  config: Config,
  box: SecretBox | undefined,
): Promise<SealedConfig> {
  const secrets = secretsOf(owner.type, config);
  if (secrets.size === 0) return { config, sealedWith: null, inClear: '' };
  if (box === undefined) {
    for (const [place, { value }] of secrets) {
      if (!isSealed(value)) continue;
      throw new SealError(
        `${place} of destination ${owner.id} has the form of a sealed secret: give the keys that opened it`,
      );
    }
    const inClear = [...secrets.values()].map(({ path }) => path.join('.')).join(', ');
    return { config, sealedWith: null, inClear };
  }
  const sealed = await eachOf(secrets, ({ value, path }) =>
    box.seal(JSON.stringify(value), contextOf(owner.id, path)),
  );
  return { config: withSecrets(owner.type, config, sealed), sealedWith: box.keyId, inClear: '' };
}

/**
 * Returns the config with its secrets in the clear. Rejects with `SealError` if one cannot be
 * opened.
 */
export async function openConfig(
  owner: ConfigOwner,
  { config, sealedWith }: Pick<SealedConfig, 'config' | 'sealedWith'>,
  box: SecretBox | undefined,
): Promise<Config> {
  if (sealedWith === null) return config;
  if (box === undefined) {
    throw new SealError(`destination ${owner.id} is sealed with "${sealedWith}": give that key`);
  }
  const opened = await eachOf(secretsOf(owner.type, config), async ({ value, path }) => {
    if (typeof value !== 'string') throw new SealError('a secret that should be sealed is not');
    // The sealed text is the JSON of the value.
    return JSON.parse(await box.open(value, contextOf(owner.id, path))) as unknown;
  });
  return withSecrets(owner.type, config, opened);
}

/** A secret is sealed for its destination and its place, so that it cannot be moved to another. */
function contextOf(id: string, path: ConfigPath): string {
  return JSON.stringify([id, ...path]);
}

interface Secret {
  readonly value: unknown;
  readonly path: ConfigPath;
}

type Secrets = ReadonlyMap<string, Secret>;

/** Returns every secret that is not empty, by its place. */
function secretsOf(type: string, config: Config): Secrets {
  const secrets = new Map<string, Secret>();
  replaceSecrets(type, config, (value, path) => {
    if (value !== null && typeof value !== 'boolean') secrets.set(placeOf(path), { value, path });
    return value;
  });
  return secrets;
}

function withSecrets(type: string, config: Config, values: ReadonlyMap<string, unknown>): Config {
  return replaceSecrets(type, config, (value, path) => {
    const place = placeOf(path);
    return values.has(place) ? values.get(place) : value;
  });
}

async function eachOf<T>(
  secrets: Secrets,
  change: (secret: Secret) => Promise<T>,
): Promise<ReadonlyMap<string, T>> {
  const changed = await Promise.all(
    [...secrets].map(async ([place, secret]) => [place, await change(secret)] as const),
  );
  return new Map(changed);
}

function placeOf(path: ConfigPath): string {
  return JSON.stringify(path);
}
