import type { Clock, HttpClient } from '@model-gateway/core';
import { didYouMean } from '@model-gateway/core/kit';
import type { ListedImageProvider } from '@model-gateway/providers';
import { ConfigError, type ConfigProblem } from '../config/config-error.ts';
import type { ResolvedProvider } from '../config/resolve-config.ts';
import type { ProviderModelConfig } from '../config/schema.ts';
import { PROVIDER_KINDS } from './kinds.ts';
import type { OwnMember, ProviderFactoryOptions, ProviderKind } from './provider-kind.ts';

type Problem = (member: string, message: string) => void;

interface BuildContext {
  readonly http: HttpClient;
  /** Named in errors. */
  readonly source: string;
  /** Decides which models are retired; the system's by default. */
  readonly clock?: Clock | undefined;
}

/** Builds every configured provider. Throws `ConfigError` with all that is wrong with any of them. */
export async function buildProviders(
  providers: readonly ResolvedProvider[],
  { http, source, clock }: BuildContext,
): Promise<readonly ListedImageProvider[]> {
  const problems: ConfigProblem[] = [];
  const built: ListedImageProvider[] = [];
  for (const [position, provider] of providers.entries()) {
    const place = `providers[${position}]`;
    const problem: Problem = (member, message) =>
      problems.push({ message: `${place}${member && `.${member}`}: ${message}` });
    const one = await build(provider, { http, clock }, problem);
    if (one !== undefined) built.push(one);
  }
  if (problems.length > 0) throw new ConfigError(source, problems);
  return built;
}

async function build(
  provider: ResolvedProvider,
  { http, clock }: Pick<BuildContext, 'http' | 'clock'>,
  problem: Problem,
): Promise<ListedImageProvider | undefined> {
  const kind = kindNamed(provider.kind, problem);
  if (kind === undefined || !hasWhatItNeeds(provider, kind, problem)) return undefined;
  const { slug, name, baseUrl, apiKey, models } = provider;
  const options: Partial<ProviderFactoryOptions> = {
    ...ownOptions(provider, kind),
    http,
    slug,
    ...(clock !== undefined && { clock }),
    ...(apiKey !== undefined && { apiKey }),
    ...(name !== undefined && { name }),
    ...(kind.hasTable === false && name === undefined && { name: slug }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(models !== 'all' && { models: modelsOf(models, kind) }),
  };
  try {
    const create = await kind.load();
    // Members that a kind requires were checked; the module itself checks the others.
    return create(options as never);
  } catch (error) {
    // The adapter's own message about its options, without a key.
    problem('', error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** Returns the members that only this kind has, by the names of its module. */
function ownOptions(
  provider: ResolvedProvider,
  { own = {} }: ProviderKind,
): Record<string, string> {
  const options: Record<string, string> = {};
  for (const member of OWN_MEMBERS) {
    const option = own[member];
    const value = provider[member];
    if (option !== undefined && value !== undefined) options[option] = value;
  }
  return options;
}

const OWN_MEMBERS = ['resource', 'region', 'project'] as const satisfies readonly OwnMember[];

function kindNamed(name: string, problem: Problem): ProviderKind | undefined {
  const kind = PROVIDER_KINDS.get(name);
  if (kind === undefined) {
    const known = [...PROVIDER_KINDS.keys()];
    const nearest = didYouMean(name, known) || `; the kinds are ${known.join(', ')}`;
    problem('kind', `"${name}" is not a kind of provider${nearest}`);
  }
  return kind;
}

function hasWhatItNeeds(
  provider: ResolvedProvider,
  { keyVariable, required = [], own = {}, hasTable }: ProviderKind,
  problem: Problem,
): boolean {
  const unknown = OWN_MEMBERS.filter(
    (one) => own[one] === undefined && provider[one] !== undefined,
  );
  for (const member of unknown) problem(member, `is not a member of kind ${provider.kind}`);
  const missing = required.filter((member) => provider[member] === undefined);
  for (const member of missing) problem(member, `is required for kind ${provider.kind}`);
  const hasKey = provider.apiKey !== undefined;
  if (!hasKey) {
    problem('apiKey', `is required for kind ${provider.kind}, for example { env: ${keyVariable} }`);
  }
  const hasModels = hasTable !== false || provider.models !== 'all';
  if (!hasModels) {
    problem(
      'models',
      `must name the models of kind ${provider.kind}, which has no list of its own`,
    );
  }
  return unknown.length === 0 && missing.length === 0 && hasKey && hasModels;
}

/** Returns the list of ids or entries in the form of the module. */
function modelsOf(
  models: Exclude<ResolvedProvider['models'], 'all'>,
  { endpoint: usual }: ProviderKind,
): Record<string, object> {
  const entries: (readonly [string, ProviderModelConfig])[] = Array.isArray(models)
    ? models.map((id) => [id, {}])
    : Object.entries(models);
  return Object.fromEntries(
    entries.map(([id, { endpoint, ...entry }]) => {
      const { passthrough, ...rest } = endpoint ?? {};
      const own = { ...rest, ...(passthrough && { passthrough: new Set(passthrough) }) };
      const whole = usual === undefined || entry.like !== undefined ? own : { ...usual, ...own };
      return [id, { ...entry, ...(Object.keys(whole).length > 0 && { endpoint: whole }) }];
    }),
  );
}
