import { Option, type Command } from 'commander';
import type { DialectName } from '@model-gateway/core';
import {
  allowHostOption,
  apiKeyOption,
  basePathOption,
  dialectOption,
  hostOption,
  keepPromptsOption,
  portOption,
  quietOption,
} from './common-options.ts';
import { noArguments } from './no-arguments.ts';
import { integer, pageOrigin, repeated } from '../flag-values.ts';

/** The options of `record` after reading. */
export interface RecordOptions {
  readonly upstream: string;
  readonly out: string;
  readonly port: number;
  readonly host: string;
  readonly basePath: string;
  /** Sent to the upstream in place of the clients' keys. */
  readonly apiKey: string | undefined;
  /** Host names that it is reached under, besides its own and those of loopback. */
  readonly allowedHosts: readonly string[];
  /** Origins of pages that may use it. */
  readonly allowedOrigins: readonly string[];
  readonly dialect: DialectName | undefined;
  readonly keepPrompts: boolean;
  /** Whether chat becomes conversations. */
  readonly conversations: boolean;
  readonly expiresInDays: number | undefined;
  readonly force: boolean;
  /** Whether to replay what the folder holds, and ask for and record only the rest. */
  readonly onMiss: boolean;
  readonly quiet: boolean;
}

const MOST_DAYS = 36_500;

/** Adds `record` and its options to a command line. */
export function defineRecord(parent: Command): Command {
  return parent
    .command('record')
    .description("record a gateway's answers until Ctrl-C")
    .allowExcessArguments()
    .option('-u, --upstream <url>', 'base URL of the gateway to record')
    .option(
      '-o, --out <dir>',
      'folder of the recording; merges with what it holds, keeps files that were not recorded',
    )
    .addOption(apiKeyOption("sent to the upstream instead of the clients' keys"))
    .addOption(dialectOption('names that the upstream uses'))
    .addOption(keepPromptsOption())
    .addOption(
      new Option('--expires-in-days <number>', 'days until the recording is out of date')
        .default(undefined, '90')
        .argParser((text) => integer('--expires-in-days', text, 1, MOST_DAYS)),
    )
    .option(
      '--conversations',
      'keep chat as conversations, which the mock plays in every dialect',
      false,
    )
    .option('--on-miss', 'replay what the folder holds, and record the rest', false)
    .option('--force', 'record even in CI', false)
    .optionsGroup('Where it listens:')
    .addOption(portOption())
    .addOption(hostOption())
    .addOption(allowHostOption())
    .addOption(
      new Option(
        '--allow-origin <url>',
        'let pages of this origin use the recorder, such as http://localhost:5173; may be repeated',
      )
        .default([], 'no pages')
        .argParser(repeated((url) => pageOrigin('--allow-origin', url))),
    )
    .addOption(basePathOption())
    .optionsGroup('Output:')
    .addOption(quietOption());
}

/** The options above as commander reads them. */
interface Parsed extends Omit<
  RecordOptions,
  'upstream' | 'out' | 'allowedHosts' | 'allowedOrigins'
> {
  readonly upstream?: string;
  readonly out?: string;
  readonly allowHost: readonly string[];
  readonly allowOrigin: readonly string[];
}

/** Reads what `record` was called with; throws an error of one sentence when an option is missing. */
export function readRecordOptions(command: Command): RecordOptions {
  noArguments(command);
  const { upstream, out, allowHost, allowOrigin, ...options } = command.opts<Parsed>();
  if (upstream === undefined) {
    throw new Error(
      'record needs --upstream: the base URL of the gateway to record, such as https://gateway.example/v1',
    );
  }
  if (out === undefined) throw new Error('record needs --out: the folder to record into');
  return { ...options, upstream, out, allowedHosts: allowHost, allowedOrigins: allowOrigin };
}
