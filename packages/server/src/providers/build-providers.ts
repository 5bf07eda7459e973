import type { Clock, HttpClient } from '@model-gateway/core';
import { didYouMean } from '@model-gateway/core/kit';
import type { ListedProvider } from '@model-gateway/providers';
import {
  memberName,
  requireNoProblems,
  type MemberKeys,
  type MemberProblem,
} from '../config/member-problem.ts';
import type { ResolvedProvider } from '../config/resolve-config.ts';
import type { ProviderModelConfig } from '../config/schema.ts';
import { awsChain } from './aws-chain.ts';
import { keepingNothing } from './keeping-nothing.ts';
import { PROVIDER_KINDS } from './kinds.ts';
import type { OwnMember, ProviderFactoryOptions, ProviderKind } from './provider-kind.ts';

/** Adds what is wrong with a member of the provider; with no keys, with the provider as a whole. */
type Problem = (keys: MemberKeys, message: string) => void;

interface BuildContext {
  readonly http: HttpClient;
  /** Decides which models are retired; the system's by default. */
  readonly clock?: Clock | undefined;
}

/** Builds every configured provider. Throws `ConfigError` with all that is wrong with any of them. */
export async function buildProviders(
  providers: readonly ResolvedProvider[],
  { source, ...context }: BuildContext & { readonly source: string },
): Promise<readonly ListedProvider[]> {
  const { built, problems } = await tryProviders(providers, context);
  requireNoProblems(problems, { source });
  return built;
}

interface Attempt {
  readonly built: readonly ListedProvider[];
  readonly problems: readonly MemberProblem[];
}

/**
 * Builds the providers that can be built, and says what is wrong with the others. Of those at the
 * positions `broken`, only the kind is looked at.
 */
export async function tryProviders(
  providers: readonly ResolvedProvider[],
  context: BuildContext,
  broken: ReadonlySet<number> = new Set(),
): Promise<Attempt> {
  const problems: MemberProblem[] = [];
  const built: ListedProvider[] = [];
  for (const [position, provider] of providers.entries()) {
    const problem: Problem = (keys, message) => {
      const all = ['providers', position, ...keys];
      problems.push({ keys: all, message: `${memberName(all)}: ${message}` });
    };
    const one = await build(provider, context, broken.has(position), problem);
    if (one !== undefined) built.push(provider.zdr === true ? keepingNothing(one) : one);
  }
  return { built, problems };
}

async function build(
  provider: ResolvedProvider,
  { http, clock }: BuildContext,
  isBroken: boolean,
  problem: Problem,
): Promise<ListedProvider | undefined> {
  const kind = kindNamed(provider.kind, problem);
  if (kind === undefined || isBroken || !hasWhatItNeeds(provider, kind, problem)) return undefined;
  const { slug, name, baseUrl, apiKey, profile } = provider;
  const options: Partial<ProviderFactoryOptions> = {
    ...ownOptions(provider, kind),
    http,
    slug,
    ...(clock !== undefined && { clock }),
    ...(apiKey !== undefined && { apiKey }),
    ...(name !== undefined && { name }),
    ...(kind.hasTable === false && name === undefined && profile === undefined && { name: slug }),
    ...(baseUrl !== undefined && { baseUrl }),
  };
  if (provider.credentials === 'chain') {
    const chain = await awsChain().catch((error: unknown) => error);
    if (typeof chain !== 'function') {
      problem(['credentials'], messageOf(chain));
      return undefined;
    }
    Object.assign(options, { apiKey: chain });
  }
  const load = await kind.load();
  const tryWith = (models: ResolvedProvider['models']) =>
    attempt(() =>
      // Members that a kind requires were checked; the module itself checks the others.
      load({
        ...options,
        ...(models !== 'all' && {
          models: modelsOf(models, profile === undefined ? kind : {}),
        }),
      } as never),
    );
  const whole = tryWith(provider.models);
  if ('built' in whole) return whole.built;
  const { reason } = whole;
  // A module names the first model that it refuses; others may be wrong as well.
  const withoutModels = tryWith([]);
  const isOfModels = 'built' in withoutModels || withoutModels.reason !== reason;
  const refused = (isOfModels ? oneByOne(provider.models) : []).flatMap(([key, models]) => {
    const tried = tryWith(models);
    return 'reason' in tried ? [{ key, reason: tried.reason }] : [];
  });
  if (refused.length === 0) problem([], reason);
  for (const one of refused) problem(['models', one.key], one.reason);
  return undefined;
}

type BuildOutcome = { readonly built: ListedProvider } | { readonly reason: string };

function attempt(create: () => ListedProvider): BuildOutcome {
  try {
    return { built: create() };
  } catch (error) {
    // The adapter's own message about its options, without a key.
    return { reason: messageOf(error) };
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns each model alone, with its key in the configuration. */
function oneByOne(
  models: ResolvedProvider['models'],
): (readonly [string | number, ResolvedProvider['models']])[] {
  if (models === 'all') return [];
  if (Array.isArray(models)) return models.map((id, position) => [position, [id]]);
  return Object.entries(models).map(([id, entry]) => [id, { [id]: entry }]);
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

const OWN_MEMBERS = [
  'credentials',
  'resource',
  'region',
  'project',
  'profile',
] as const satisfies readonly OwnMember[];

function kindNamed(name: string, problem: Problem): ProviderKind | undefined {
  const kind = PROVIDER_KINDS.get(name);
  // The schema has said that an empty one is missing.
  if (kind === undefined && name !== '') {
    const known = [...PROVIDER_KINDS.keys()];
    const nearest = didYouMean(name, known) || `; the kinds are ${known.join(', ')}`;
    problem(['kind'], `"${name}" is not a kind of provider${nearest}`);
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
  for (const member of unknown) problem([member], `is not a member of kind ${provider.kind}`);
  // A profile knows where it is, and may have models of its own.
  const { profile } = provider;
  const missing = required.filter(
    (member) => provider[member] === undefined && profile === undefined,
  );
  for (const member of missing) problem([member], `is required for kind ${provider.kind}`);
  const { apiKey, credentials } = provider;
  const keys = [apiKey, credentials].filter((key) => key !== undefined).length;
  const hasKey = keys === 1 || (keys === 0 && keyVariable === undefined);
  if (keys > 1) problem(['credentials'], 'stands in for apiKey: give one of them');
  else if (!hasKey) {
    const mayLackOne = provider.kind === 'openai-compatible';
    const none = mayLackOne ? ', or any text for a server that takes none' : '';
    const or = own.credentials === undefined ? none : ', or credentials of AWS';
    problem(
      ['apiKey'],
      `is required for kind ${provider.kind}, for example { env: ${keyVariable} }${or}`,
    );
  }
  const hasModels = hasTable !== false || profile !== undefined || provider.models !== 'all';
  if (!hasModels) {
    problem(
      ['models'],
      `must name the models of kind ${provider.kind}, which has no list of its own`,
    );
  }
  return unknown.length === 0 && missing.length === 0 && hasKey && hasModels;
}

/** Returns the list of ids or entries in the form of the module. */
function modelsOf(
  models: Exclude<ResolvedProvider['models'], 'all'>,
  { endpoint: usual }: Pick<ProviderKind, 'endpoint'>,
): Record<string, object> {
  const entries: (readonly [string, ProviderModelConfig])[] = Array.isArray(models)
    ? models.map((id) => [id, {}])
    : Object.entries(models);
  return Object.fromEntries(
    entries.map(([id, { endpoint, ...entry }]) => {
      const { passthrough, ...rest } = endpoint ?? {};
      const own = { ...rest, ...(passthrough && { passthrough: new Set(passthrough) }) };
      const isWhole = usual === undefined || entry.like !== undefined || isOfWords(entry);
      const whole = isWhole ? own : { ...usual, ...own };
      return [id, { ...entry, ...(Object.keys(whole).length > 0 && { endpoint: whole }) }];
    }),
  );
}

/** A language model has a context, or prices of tokens, which are no list. */
function isOfWords({ context, pricing }: ProviderModelConfig): boolean {
  return context !== undefined || (pricing !== undefined && !Array.isArray(pricing));
}
