import type { SecretKey } from '@model-gateway/sql';
import { ConfigError, type ConfigProblem } from './config-error.ts';
import type { ConfigDocument } from './config-document.ts';
import type { Config, ProviderConfig } from './schema.ts';
import { SecretReader, type SecretSources } from './secrets.ts';

/** A configuration whose secrets were read. */
export interface ResolvedConfig extends Omit<Config, 'store' | 'providers' | 'limits'> {
  readonly store: string;
  readonly providers: readonly ResolvedProvider[];
  readonly limits: ResolvedLimits | null;
  /** Keys that seal the secrets of destinations, the newest first. */
  readonly secretKeys: readonly SecretKey[] | undefined;
  /** The environment variables that secrets were read from. */
  readonly secretVariables: readonly string[];
  /** Sentences for the operator about settings that work and should be changed. */
  readonly warnings: readonly string[];
}

export type ResolvedProvider = Omit<ProviderConfig, 'apiKey'> & {
  readonly slug: string;
  readonly apiKey: string | undefined;
};

type ResolvedLimits = Omit<NonNullable<Config['limits']>, 'redis'> & {
  readonly redis: string | undefined;
};

/**
 * Reads the secrets of a configuration and checks what its schema cannot. Throws `ConfigError` with
 * all that is wrong.
 */
export function resolveConfig(
  config: Config,
  sources: SecretSources,
  { source, document }: { readonly source: string; readonly document?: ConfigDocument | undefined },
): ResolvedConfig {
  const secrets = new SecretReader(sources);
  const store =
    typeof config.store === 'string' ? config.store : secrets.read(config.store, ['store']);
  const problems: ConfigProblem[] = [];
  const problem = (keys: readonly (string | number)[], message: string) =>
    problems.push({ ...document?.placeOf(keys), message });

  const slugs = new Map<string, number>();
  const providers = config.providers.map((provider, position): ResolvedProvider => {
    const slug = provider.slug ?? provider.kind;
    const first = slugs.get(slug);
    if (first !== undefined) {
      const message = `providers[${position}]: the slug "${slug}" is that of providers[${first}]; give one of them another slug`;
      problem(['providers', position], message);
    }
    slugs.set(slug, first ?? position);
    return {
      ...provider,
      slug,
      apiKey: secrets.read(provider.apiKey, ['providers', position, 'apiKey']),
    };
  });

  const redis = secrets.read(config.limits?.redis, ['limits', 'redis']);
  if (config.limits?.store === 'redis' && config.limits.redis === null) {
    problem(
      ['limits'],
      'limits.redis is required with limits.store: redis: { env: REDIS_URL }, for example',
    );
  }
  const keysText = secrets.read(config.secrets.keys, ['secrets', 'keys']);
  const secretKeys = keysText === undefined ? undefined : secretKeysIn(keysText);
  if (keysText !== undefined && secretKeys === undefined) {
    problem(
      ['secrets', 'keys'],
      'secrets.keys must be ID:KEY, or several with commas between, the newest first; a KEY is 32 bytes as base64: openssl rand -base64 32',
    );
  }
  for (const { keys, message } of secrets.problems) problem(keys, message);
  if (problems.length > 0 || store === undefined) throw new ConfigError(source, problems);

  const isPasswordInFile = document !== undefined && config.store === store && hasPassword(store);
  const inTheClear = [...(isPasswordInFile ? ['store'] : []), ...secrets.inTheClear];
  const warnings = inTheClear.map(
    (name) => `${name} is written into ${source}; { env: NAME } or { file: PATH } keeps it out`,
  );
  return {
    ...config,
    store,
    providers,
    limits: config.limits && { ...config.limits, redis },
    secretKeys,
    secretVariables: secrets.variables,
    warnings,
  };
}

function hasPassword(store: string): boolean {
  return /^postgres(?:ql)?:\/\/[^/@]*:[^/]*@/.test(store);
}

const BYTES_OF_A_KEY = 32;

function secretKeysIn(text: string): readonly SecretKey[] | undefined {
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
