import type { SecretKey } from '@model-gateway/sql';
import type { ConfigOrigin, MemberProblem } from './member-problem.ts';
import { storeExposure } from '../store/store-exposure.ts';
import { hasPassword } from '../store/store-name.ts';
import type { Config, ProviderConfig } from './schema.ts';
import { secretKeysIn } from './secret-keys.ts';
import { SecretReader, type SecretSources } from './secrets.ts';

/** A configuration whose secrets were read. */
export interface ResolvedConfig extends Omit<
  Config,
  'store' | 'providers' | 'passThrough' | 'limits' | 'spending' | 'idempotency'
> {
  readonly store: string;
  readonly providers: readonly ResolvedProvider[];
  readonly passThrough: ResolvedPassThrough | null;
  readonly limits: WithRedis<Config['limits']> | null;
  readonly spending: { readonly webhook: ResolvedWebhook | null };
  readonly idempotency: WithRedis<Config['idempotency']> | null;
  /** Keys that seal the secrets of destinations, the newest first. */
  readonly secretKeys: readonly SecretKey[] | undefined;
  /** The environment variables that secrets were read from. */
  readonly secretVariables: readonly string[];
  /** Sentences for the operator about settings that work and should be changed. */
  readonly warnings: readonly string[];
}

export type ResolvedProvider = Omit<ProviderConfig, 'apiKey' | 'credentials'> & {
  readonly slug: string;
  readonly apiKey: string | undefined;
  /** Keys of AWS as one text, `id:secret` or `id:secret:session`; `chain` for those that its tools find. */
  readonly credentials?: string | undefined;
};

export type ResolvedPassThrough = Omit<NonNullable<Config['passThrough']>, 'apiKey'> & {
  /** Null for an upstream that takes no key. */
  readonly apiKey: string | null;
};

/** Which warnings about spending are sent, and to whom. Source: contract §2.11. */
export interface ResolvedWebhook {
  readonly url: string;
  /** Signs what is sent. */
  readonly secret: string;
}

/** A part of the configuration that may live in Redis. */
type WithRedis<Part> = Omit<NonNullable<Part>, 'redis'> & {
  readonly redis: string | undefined;
};

/** A configuration whose secrets were read, and what is wrong with it. */
interface Resolution {
  /** Not to be used where there are problems. */
  readonly config: ResolvedConfig;
  readonly problems: readonly MemberProblem[];
}

/** Reads the secrets of a configuration and checks what its schema cannot. */
export function resolveConfig(
  config: Config,
  sources: SecretSources,
  { source, document }: ConfigOrigin,
): Resolution {
  const secrets = new SecretReader(sources);
  const store =
    typeof config.store === 'string' ? config.store : (secrets.read(config.store, ['store']) ?? '');
  const providers = config.providers.map((provider, position) => ({
    ...provider,
    slug: provider.slug ?? provider.kind,
    apiKey: secrets.read(provider.apiKey, ['providers', position, 'apiKey']),
    credentials: credentialsOf(provider, position, secrets),
  }));
  const passThrough = config.passThrough && {
    ...config.passThrough,
    // One that cannot be read is a problem, so nothing is sent without it.
    apiKey: secrets.read(config.passThrough.apiKey, ['passThrough', 'apiKey']) ?? null,
  };
  const { webhook } = config.spending;
  // Without a secret it would be a problem, so nothing is sent that is not signed.
  const signing = secrets.read(webhook?.secret, ['spending', 'webhook', 'secret']) ?? '';
  const { limits, idempotency } = config;
  const limitsRedis = secrets.read(limits?.redis, ['limits', 'redis']);
  const idempotencyRedis = secrets.read(idempotency?.redis, ['idempotency', 'redis']);
  const sealing = secretKeysIn(secrets.read(config.secrets.keys, ['secrets', 'keys']));
  const problems = [
    ...repeatedSlugs(providers),
    ...missingRedis('limits', limits),
    ...missingRedis('idempotency', idempotency),
    ...idleReset(config.newKeys),
    ...sealing.problems,
    ...secrets.problems,
  ];
  const isPasswordInFile = document !== undefined && config.store === store && hasPassword(store);
  const inTheClear = [...(isPasswordInFile ? ['store'] : []), ...secrets.inTheClear];
  const exposure = storeExposure(store, sources.folder);
  const warnings = [
    ...inTheClear.map(
      (name) => `${name} is written into ${source}; { env: NAME } or { file: PATH } keeps it out`,
    ),
    ...(exposure === undefined ? [] : [exposure]),
  ];
  const resolved = {
    ...config,
    store,
    providers,
    passThrough,
    limits: limits && { ...limits, redis: limitsRedis },
    spending: { webhook: webhook && { url: webhook.url, secret: signing } },
    idempotency: idempotency && { ...idempotency, redis: idempotencyRedis },
    secretKeys: sealing.keys,
    secretVariables: secrets.variables,
    warnings,
  };
  return { config: resolved, problems };
}

function credentialsOf(
  { credentials }: ProviderConfig,
  position: number,
  secrets: SecretReader,
): string | undefined {
  if (credentials === undefined || credentials === 'chain') return credentials;
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  return Object.entries({ accessKeyId, secretAccessKey, sessionToken })
    .filter(([, source]) => source !== undefined)
    .map(([name, source]) => secrets.read(source, ['providers', position, 'credentials', name]))
    .join(':');
}

function repeatedSlugs(providers: readonly ResolvedProvider[]): MemberProblem[] {
  const problems: MemberProblem[] = [];
  const positions = new Map<string, number>();
  for (const [position, { slug }] of providers.entries()) {
    const first = positions.get(slug);
    if (first === undefined) positions.set(slug, position);
    else {
      const message = `providers[${position}]: the slug "${slug}" is that of providers[${first}]; give one of them another slug`;
      problems.push({ keys: ['providers', position], message });
    }
  }
  return problems;
}

function missingRedis(
  name: 'limits' | 'idempotency',
  part: Config['limits' | 'idempotency'],
): MemberProblem[] {
  if (part?.store !== 'redis' || part.redis !== null) return [];
  const message = `${name}.redis is required with ${name}.store: redis: { env: REDIS_URL }, for example`;
  return [{ keys: [name], message }];
}

function idleReset({ limit, limitReset }: Config['newKeys']): MemberProblem[] {
  if (limit !== null || limitReset === null) return [];
  const message = 'newKeys.limitReset needs a limit to reset: newKeys.limit: "20", for example';
  return [{ keys: ['newKeys', 'limitReset'], message }];
}
