import path from 'node:path';
import { createGuardedHttpClient } from '@model-gateway/egress';
import type { ListedImageProvider } from '@model-gateway/providers';
import type { Command } from 'commander';
import { loadConfig, type LoadedConfig } from '../../config/load-config.ts';
import { allowOrigins } from '../../egress-rules.ts';
import { buildProviders } from '../../providers/build-providers.ts';
import { openNamedStores } from '../../store/open-named-stores.ts';
import { storeLocation } from '../../store/store-location.ts';
import { CommandError, type Io } from '../io.ts';
import { printList } from '../output.ts';
import { whyUnreachable } from '../reachability.ts';
import { DEFAULT_FILE } from '../stores.ts';

interface CheckFlags {
  readonly config: string;
  readonly json?: boolean;
}

interface Finding {
  readonly what: string;
  readonly result: 'ok' | 'warning' | 'problem';
  readonly says: string;
}

/** `check` */
export function defineCheck(program: Command, io: Io): void {
  program
    .command('check')
    .description('what a deployment would trip over: the configuration, the store, each provider')
    .option('-c, --config <file>', 'the configuration', DEFAULT_FILE)
    .option('--json', 'print the result as one JSON document')
    .action((flags: CheckFlags) => check(flags, io));
}

async function check({ config, json }: CheckFlags, io: Io): Promise<void> {
  const loaded = await loadConfig(path.resolve(io.folder, config), io.env);
  const findings = [
    {
      what: config,
      result: 'ok',
      says: 'every member is known and every secret can be read',
    } as const,
    ...loaded.config.warnings.map((says): Finding => ({ what: config, result: 'warning', says })),
    ...(await checkStore(loaded)),
    ...(await checkProviders(loaded)),
    ...exposure(loaded),
  ];
  printList(io, json, findings, ['result', 'what', 'says']);
  const problems = findings.filter(({ result }) => result === 'problem').length;
  if (problems > 0) throw new CommandError(`${problems} problem${problems === 1 ? '' : 's'} found`);
}

async function checkStore({ config, folder }: LoadedConfig): Promise<Finding[]> {
  try {
    const stores = await openNamedStores(storeLocation(config.store, folder), {
      secrets: config.secretKeys,
      migrate: false,
    });
    try {
      const { models } = await stores.admin.catalog.show();
      const hasKey = !(await stores.admin.keys.export().next()).done;
      return [
        { what: 'store', result: 'ok', says: `reached; ${models} models in its catalog` },
        ...(hasKey ? [] : [NO_KEY]),
      ];
    } finally {
      await stores.close();
    }
  } catch (error) {
    return [{ what: 'store', result: 'problem', says: messageOf(error) }];
  }
}

const NO_KEY: Finding = {
  what: 'store',
  result: 'warning',
  says: 'holds no key, so nobody can ask for anything: model-gateway keys create',
};

async function checkProviders({ config, file }: LoadedConfig): Promise<Finding[]> {
  if (config.providers.length === 0) {
    return [
      { what: 'providers', result: 'warning', says: 'none is configured: no model makes images' },
    ];
  }
  const allow = allowOrigins(config.egress.allowOrigins);
  const http = createGuardedHttpClient({ allow });
  try {
    const built = await buildProviders(config.providers, http, file);
    const reached = await Promise.all(
      built.map(async ({ slug, catalog, baseUrl }): Promise<Finding> => {
        const what = `provider ${slug}`;
        const models = `${catalog.length} model${catalog.length === 1 ? '' : 's'}`;
        const url = new URL(baseUrl);
        const because = await whyUnreachable(url, allow);
        return because === undefined
          ? { what, result: 'ok', says: `${models}; ${url.host} can be reached` }
          : { what, result: 'problem', says: because };
      }),
    );
    return [...reached, ...built.flatMap(uncertainPrices)];
  } catch (error) {
    return [{ what: 'providers', result: 'problem', says: messageOf(error) }];
  } finally {
    await http.close();
  }
}

/** Requests are charged by these prices, and reserve by them where the answer states its cost. */
function uncertainPrices({ slug, models }: ListedImageProvider): Finding[] {
  return models.flatMap(({ id, uncertainPrice }) => {
    if (uncertainPrice === undefined) return [];
    const says = `the price of ${id} is uncertain (${uncertainPrice}): set pricing of this model`;
    return [{ what: `provider ${slug}`, result: 'warning', says }];
  });
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
