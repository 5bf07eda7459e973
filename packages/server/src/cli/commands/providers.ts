import path from 'node:path';
import { systemClock } from '@model-gateway/core';
import { didYouMean } from '@model-gateway/core/kit';
import { createGuardedHttpClient } from '@model-gateway/egress';
import type { Command } from 'commander';
import { allowOrigins } from '../../egress-rules.ts';
import { loadConfig } from '../../loading/load-config.ts';
import { buildProviders } from '../../providers/build-providers.ts';
import { askModel } from '../ask-model.ts';
import { checkProvider, keyPlace } from '../check-provider.ts';
import { CommandError, type Io } from '../io.ts';
import { printResult } from '../output.ts';
import { DEFAULT_FILE } from '../stores.ts';

interface TestFlags {
  readonly config: string;
  readonly paid?: boolean;
  readonly json?: boolean;
}

/** `providers test` */
export function defineProviders(program: Command, io: Io): void {
  program
    .command('providers')
    .description('try a provider of the configuration')
    .command('test <slug>')
    .description('reach it, look at its certificate, and ask whether it takes its key, at no cost')
    .option('-c, --config <file>', 'the configuration', DEFAULT_FILE)
    .option('--paid', 'also ask its cheapest model for the least, which the provider bills')
    .option('--json', 'print the result as one JSON document')
    .action((slug: string, flags: TestFlags) => test(slug, flags, io));
}

async function test(slug: string, { config: name, paid, json }: TestFlags, io: Io): Promise<void> {
  const loaded = await loadConfig(path.resolve(io.folder, name), io.env);
  const { config, file } = loaded;
  const position = config.providers.findIndex((one) => one.slug === slug);
  const configured = config.providers[position];
  if (configured === undefined) {
    const slugs = config.providers.map((one) => one.slug);
    const hint = didYouMean(slug, slugs) || `; those are ${slugs.join(', ') || 'none'}`;
    throw new CommandError(`no provider of ${name} has the slug ${slug}${hint}`);
  }
  const clock = io.clock ?? systemClock;
  const allow = allowOrigins(config.egress.allowOrigins);
  const http = createGuardedHttpClient({ allow });
  try {
    const [provider] = await buildProviders([configured], { http, source: file, clock });
    // Builds what it is given, or throws.
    if (provider === undefined) return;
    const place = keyPlace(position, configured.credentials);
    let finding = await checkProvider(provider, { allow, keyPlace: place });
    if (paid === true && finding.result !== 'problem') {
      finding = await askModel(provider, configured, loaded, clock);
    }
    const { result, says } = finding;
    printResult(io, json, { result, says });
    if (result === 'problem') throw new CommandError(`${slug} does not work`);
  } finally {
    await http.close();
  }
}
