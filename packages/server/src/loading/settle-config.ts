import type { HttpClient } from '@model-gateway/core';
import { checkConfig } from '../config/check-config.ts';
import {
  requireNoProblems,
  type ConfigOrigin,
  type MemberProblem,
} from '../config/member-problem.ts';
import { resolveConfig, type ResolvedConfig } from '../config/resolve-config.ts';
import type { Config } from '../config/schema.ts';
import type { SecretSources } from '../config/secrets.ts';
import { passThroughProblems } from '../gateway/build-pass-through.ts';
import { tryProviders } from '../providers/build-providers.ts';

/**
 * Returns a configuration with every default and its secrets read. Rejects with `ConfigError` that
 * names everything wrong with it at once: members, values, secrets, providers and
 * their models, the upstream of pass-through.
 */
export async function settleConfig(
  value: unknown,
  sources: SecretSources,
  origin: ConfigOrigin,
): Promise<ResolvedConfig> {
  const { config, problems, more } = problemsOf(value, sources, origin);
  const broken = new Set(
    problems.flatMap(({ keys: [first, position] }) =>
      first === 'providers' && typeof position === 'number' ? [position] : [],
    ),
  );
  const providers = await tryProviders(config.providers, { http: NOTHING_IS_CALLED }, broken);
  const isBroken = problems.some(({ keys: [first] }) => first === 'passThrough');
  const others = isBroken ? [] : passThroughProblems(config);
  requireNoProblems([...problems, ...providers.problems, ...others], origin, more);
  return config;
}

/**
 * Returns what `need` leaves of a configuration, for a command that needs no more of it: its secrets
 * are read, and no others. Throws `ConfigError`.
 */
export function settlePart(
  value: unknown,
  sources: SecretSources,
  origin: ConfigOrigin,
  need: (config: Config) => Config,
): ResolvedConfig {
  const { config, problems, more } = problemsOf(value, sources, origin, need);
  requireNoProblems(problems, origin, more);
  return config;
}

function problemsOf(
  value: unknown,
  sources: SecretSources,
  origin: ConfigOrigin,
  need = (config: Config) => config,
) {
  const checked = checkConfig(value);
  const { config, problems } = resolveConfig(need(checked.config), sources, origin);
  // What follows from a mistake that is told already is left out.
  const others = problems.filter(
    ({ keys }) => !checked.problems.some((one) => isInside(one, keys)),
  );
  return { config, problems: [...checked.problems, ...others], more: checked.more };
}

function isInside({ keys }: MemberProblem, around: MemberProblem['keys']): boolean {
  return around.every((key, index) => key === keys[index]);
}

/** For providers that are built in order to be checked, or for their lists of models. */
export const NOTHING_IS_CALLED: HttpClient = () =>
  Promise.reject(new Error('a provider that is only checked calls nothing'));
