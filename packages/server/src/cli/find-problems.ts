import { createGuardedHttpClient } from '@model-gateway/egress';
import type { Clock } from '@model-gateway/core';
import type { ListedProvider } from '@model-gateway/providers';
import { SchemaVersionError, type Administration } from '@model-gateway/sql';
import type { LoadedConfig } from '../loading/load-config.ts';
import { allowOrigins } from '../egress-rules.ts';
import { buildProviders, messageOf } from '../providers/build-providers.ts';
import { openNamedStores } from '../store/open-named-stores.ts';
import { storeLocation } from '../store/store-location.ts';
import { whyRedisAway } from '../limits/ping-redis.ts';
import { checkDestinations } from './check-destinations.ts';
import { checkProvider, keyPlace } from './check-provider.ts';
import type { Finding } from './finding.ts';
import { whyUnreachable } from './reachability.ts';

/** Opens the store and calls the providers of a configuration, and says what is well and what is not. */
export async function findProblems(
  loaded: LoadedConfig,
  clock: Clock,
  { destinations }: { readonly destinations: boolean },
): Promise<readonly Finding[]> {
  return [
    ...(await checkStore(loaded, destinations ? clock : undefined)),
    ...(await checkProviders(loaded, clock)),
    ...(await checkPassThrough(loaded)),
    ...(await checkRedis(loaded)),
    ...exposure(loaded),
  ];
}

/** With a clock, tries its destinations too. */
async function checkStore(loaded: LoadedConfig, clock: Clock | undefined): Promise<Finding[]> {
  const { config, folder } = loaded;
  try {
    const stores = await openNamedStores(storeLocation(config.store, folder), {
      secrets: config.secretKeys,
      migrate: false,
    });
    try {
      const { models } = await stores.admin.catalog.show();
      return [
        { what: 'store', result: 'ok', says: `reached; ${models} models in its catalog` },
        ...(await checkKeys(stores.admin, config)),
        ...(clock === undefined ? [] : await checkDestinations(stores.admin, loaded, clock)),
      ];
    } finally {
      await stores.close();
    }
  } catch (error) {
    return [whatServeDoes(error) ?? { what: 'store', result: 'problem', says: messageOf(error) }];
  }
}

/** A store without tables, or with those of an earlier version, is one that `serve` brings up to date. */
function whatServeDoes(error: unknown): Finding | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof SchemaVersionError) || cause.found > cause.supported) return undefined;
  const { found, supported } = cause;
  if (found === 0)
    return { what: 'store', result: 'ok', says: 'has no tables yet: serve makes them' };
  const says = `has tables of version ${found}, which serve brings to ${supported}: back it up first`;
  return { what: 'store', result: 'warning', says };
}

async function checkKeys(
  admin: Administration,
  { credits }: LoadedConfig['config'],
): Promise<Finding[]> {
  let count = 0;
  let free = 0;
  for await (const { kind, state, creditAccountId } of admin.keys.export()) {
    count++;
    if (kind === 'inference' && state === 'active' && creditAccountId === null) free++;
  }
  if (count === 0) return [NO_KEY];
  if (free === 0 || !credits.required) return [];
  const says = `${free} active key${free === 1 ? ' has' : 's have'} no credit account, so nothing is charged: see account in model-gateway keys list`;
  return [{ what: 'credits', result: 'warning', says }];
}

const NO_KEY: Finding = {
  what: 'store',
  result: 'warning',
  says: 'holds no key, so every request is refused: create one with model-gateway keys create',
};

async function checkProviders({ config, file }: LoadedConfig, clock: Clock): Promise<Finding[]> {
  if (config.providers.length === 0) {
    return [
      {
        what: 'providers',
        result: 'warning',
        says: 'none is configured, so no model can be asked',
      },
    ];
  }
  const allow = allowOrigins(config.egress.allowOrigins);
  const http = createGuardedHttpClient({ allow });
  try {
    const built = await buildProviders(config.providers, { http, source: file, clock });
    const reached = await Promise.all(
      built.map((provider, position) => {
        const { credentials } = config.providers[position] ?? {};
        return checkProvider(provider, { allow, keyPlace: keyPlace(position, credentials) });
      }),
    );
    const retiring = built.flatMap((provider) => retirements(provider, clock.now()));
    const aliases = unservedAliases(config.inference.aliases, built);
    return [...reached, ...built.flatMap(uncertainPrices), ...retiring, ...aliases];
  } catch (error) {
    return [{ what: 'providers', result: 'problem', says: messageOf(error) }];
  } finally {
    await http.close();
  }
}

async function checkPassThrough({ config }: LoadedConfig): Promise<Finding[]> {
  if (config.passThrough === null) return [];
  const what = 'pass-through';
  const url = new URL(config.passThrough.baseUrl);
  const because = await whyUnreachable(url, allowOrigins(config.egress.allowOrigins));
  if (because !== undefined) return [{ what, result: 'problem', says: because }];
  return [
    { what, result: 'ok', says: `${url.host} can be reached; what goes there is not charged` },
  ];
}

async function checkRedis({ config, file }: LoadedConfig): Promise<Finding[]> {
  const { limits, idempotency } = config;
  const uses = [
    ...(limits?.store === 'redis'
      ? [
          {
            url: limits.redis,
            meanwhile: `limits.whenUnreachable, ${limits.whenUnreachable}, decides about requests`,
          },
        ]
      : []),
    ...(idempotency?.store === 'redis'
      ? [{ url: idempotency.redis, meanwhile: 'requests with an idempotency-key are refused' }]
      : []),
  ];
  return Promise.all(
    uses.map(async ({ url = '', meanwhile }): Promise<Finding> => {
      const what = 'redis';
      try {
        const because = await whyRedisAway(url, file);
        if (because === undefined) return { what, result: 'ok', says: 'answers' };
        return { what, result: 'problem', says: `does not answer (${because}): ${meanwhile}` };
      } catch (error) {
        return { what, result: 'problem', says: messageOf(error) };
      }
    }),
  );
}

/** Requests are charged by these prices, and reserve by them where the answer states its cost. */
function uncertainPrices({ slug, models }: ListedProvider): Finding[] {
  const what = `provider ${slug}`;
  // With `models: all`, a line for each would hide what else there is to read.
  const byReason = new Map<string, string[]>();
  for (const { id, uncertainPrice } of models) {
    if (uncertainPrice === undefined) continue;
    byReason.set(uncertainPrice, [...(byReason.get(uncertainPrice) ?? []), id]);
  }
  return [...byReason].map(([because, ids]) => {
    const says =
      ids.length === 1
        ? `the price of ${ids.join()} is uncertain (${because}): set pricing of this model`
        : `the prices of ${ids.length} models are uncertain (${because}): set pricing of those that you use: ${ids.join(', ')}`;
    return { what, result: 'warning', says };
  });
}

/** A request by such a name is a 404. */
function unservedAliases(
  aliases: Readonly<Record<string, string>>,
  built: readonly ListedProvider[],
): readonly Finding[] {
  const served = new Set(built.flatMap(({ models }) => models.map(({ id }) => id)));
  return Object.entries(aliases)
    .filter(([, id]) => !served.has(id))
    .map(([name, id]) => ({
      what: 'inference',
      result: 'problem',
      says: `aliases.${name} is ${id}, which no provider serves: list it in models of one`,
    }));
}

/** Days ahead in which the end of a model is worth a warning. */
const RETIRES_SOON = 60;

/** Names the models that are left out because they were retired, and those that will be. */
function retirements({ slug, models, retired }: ListedProvider, now: number): readonly Finding[] {
  const latest = new Date(now + RETIRES_SOON * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const gone = retired.map(
    ({ id, retiredOn }) =>
      `${id} was retired on ${retiredOn} and is left out: take it out of models`,
  );
  const going = models.flatMap(({ id, retiresOn }) =>
    retiresOn === undefined || retiresOn > latest
      ? []
      : [`${id} retires on ${retiresOn}: from that day requests for it are refused`],
  );
  return [...gone, ...going].map((says) => ({
    what: `provider ${slug}`,
    result: 'warning',
    says,
  }));
}

function exposure({ config }: LoadedConfig): Finding[] {
  const findings: Finding[] = [];
  const isOpen = (host: string) => host === '0.0.0.0' || host === '::';
  if (config.admin !== null && isOpen(config.admin.host)) {
    const says = 'listens on every address: /metrics is for your network only';
    findings.push({ what: 'admin', result: 'warning', says });
  }
  if (!config.credits.required) {
    const says = 'credits.required is false: nothing is charged, whatever a key asks for';
    findings.push({ what: 'credits', result: 'warning', says });
  }
  if (config.secretKeys === undefined) {
    const says = 'secrets.keys is not set: secrets of destinations are stored as they are';
    findings.push({ what: 'secrets', result: 'warning', says });
  }
  return findings;
}
