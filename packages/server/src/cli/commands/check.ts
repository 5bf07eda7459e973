import path from 'node:path';
import { systemClock } from '@model-gateway/core';
import type { Command } from 'commander';
import { loadConfig } from '../../loading/load-config.ts';
import { findProblems } from '../find-problems.ts';
import type { Finding } from '../finding.ts';
import { CommandError, type Io } from '../io.ts';
import { printList } from '../output.ts';
import { DEFAULT_FILE } from '../stores.ts';

interface CheckFlags {
  readonly config: string;
  readonly json?: boolean;
  readonly destinations?: boolean;
}

/** `check` */
export function defineCheck(program: Command, io: Io): void {
  program
    .command('check')
    .description(
      'what a deployment would trip over: the configuration, the store, Redis, each provider, its certificate and its key',
    )
    .option('-c, --config <file>', 'the configuration', DEFAULT_FILE)
    .option('--destinations', 'also send a test request to each enabled destination')
    .option('--json', 'print the result as one JSON document')
    .action((flags: CheckFlags) => check(flags, io));
}

async function check({ config, json, destinations = false }: CheckFlags, io: Io): Promise<void> {
  const loaded = await loadConfig(path.resolve(io.folder, config), io.env);
  const findings = [
    {
      what: config,
      result: 'ok',
      says: 'every member is known and every secret can be read',
    } as const,
    ...loaded.config.warnings.map((says): Finding => ({ what: config, result: 'warning', says })),
    ...(await findProblems(loaded, io.clock ?? systemClock, { destinations })),
  ];
  printList(io, json, findings, ['result', 'what', 'says']);
  const problems = findings.filter(({ result }) => result === 'problem').length;
  if (problems > 0) throw new CommandError(`${problems} problem${problems === 1 ? '' : 's'} found`);
}
