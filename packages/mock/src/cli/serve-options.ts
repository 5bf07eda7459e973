import { Option, type Command } from 'commander';
import type { DialectName } from '@model-gateway/core';
import type { ReplayMode } from '@model-gateway/fixtures';
import { WORLD_NAMES, type WorldName } from '@model-gateway/worlds';
import type { ControlChoice } from '../control/control-options.ts';
import type { LatencyName, LatencySpan } from '../latency/latency.ts';
import { PRESET_NAMES, type PresetName } from '../presets/presets.ts';
import {
  allowHostOption,
  apiKeyOption,
  basePathOption,
  dialectOption,
  hostOption,
  portOption,
  quietOption,
} from './common-options.ts';
import { latency } from './latency-value.ts';
import { noArguments } from './no-arguments.ts';
import { integer, key, oneOf, repeated } from './option-values.ts';

/** The options of `serve` after reading; undefined where an option was not given. */
export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly seed: number | undefined;
  readonly models: number | undefined;
  readonly world: WorldName | undefined;
  readonly catalog: string | undefined;
  readonly preset: readonly PresetName[] | undefined;
  readonly latency: LatencyName | LatencySpan | undefined;
  readonly apiKey: string | undefined;
  readonly managementKey: string | undefined;
  readonly basePath: string;
  readonly publicCatalog: boolean;
  readonly strict: boolean;
  readonly dialect: DialectName | undefined;
  readonly control: ControlChoice;
  /** Glob patterns, folders or paths of fixture files. */
  readonly fixtureFiles: readonly string[] | undefined;
  readonly fixturesMode: ReplayMode | undefined;
  readonly fixturesSpeed: number | undefined;
  readonly quiet: boolean;
}

const MOST_MODELS = 1_000_000;
const REPLAY_MODES = ['replay', 'replay-or-mock'] as const satisfies readonly ReplayMode[];

/** Adds `serve` and its options to a command line. */
export function defineServe(parent: Command): Command {
  return parent
    .command('serve')
    .description('serve requests until Ctrl-C')
    .allowExcessArguments()
    .optionsGroup('Where it listens:')
    .addOption(portOption())
    .addOption(hostOption())
    .addOption(allowHostOption())
    .addOption(basePathOption())
    .optionsGroup('What it serves:')
    .addOption(
      new Option('-s, --seed <number>', 'seed of everything generated')
        .default(undefined, '7')
        .argParser((text) => integer('--seed', text, 0, Number.MAX_SAFE_INTEGER)),
    )
    .addOption(
      new Option('-m, --models <number>', 'how many models to generate')
        .default(undefined, '400')
        .argParser((text) => integer('--models', text, 0, MOST_MODELS)),
    )
    .addOption(
      new Option(
        '-w, --world <name>',
        'golden: checked in, never changes; tiny: a model of each kind; empty: no models; ' +
          'huge: 100,000 generated models; generated: from the seed',
      )
        .default(undefined, 'golden, unless --seed or --models differ')
        .argParser((text) => oneOf('--world', text, WORLD_NAMES)),
    )
    .option('-c, --catalog <file>', 'serve the models of this JSON file instead')
    .addOption(dialectOption('names on the wire'))
    .optionsGroup('Who may use it:')
    .addOption(apiKeyOption('inference key to accept').default(undefined, 'minted from the seed'))
    .addOption(
      new Option('--management-key <key>', 'management key to accept')
        .default(undefined, 'minted from the seed')
        .argParser((text) => key('--management-key', text)),
    )
    .option('--public-catalog', 'serve GET /models without a key', false)
    .addOption(
      new Option('--control-token <text>', 'token that tests send to control the mock')
        .default(undefined, 'none on loopback, else a new one')
        .argParser((text) => key('--control-token', text)),
    )
    .option('--no-control', 'no control interface under /__gateway')
    .optionsGroup('How it behaves:')
    .addOption(
      new Option(
        '--preset <names>',
        `${PRESET_NAMES.join(', ')}, or several separated by commas`,
      ).argParser(presets),
    )
    .addOption(
      new Option(
        '-l, --latency <time>',
        'how long answers and images take: none, fast, typical, slow, or a time such as 250ms or 1s-3s',
      )
        .default(undefined, 'none')
        .argParser(latency),
    )
    .option(
      '--strict',
      'unknown parameters and members fail the tests that verify their tenants',
      false,
    )
    .optionsGroup('Answers from files:')
    .addOption(
      new Option(
        '-f, --fixtures <glob>',
        'answer with these fixtures, and reload them when they change; may be repeated',
      ).argParser(repeated((text) => text)),
    )
    .addOption(
      new Option(
        '--fixtures-mode <mode>',
        'replay: refuse what no fixture answers; replay-or-mock: let the mock answer it',
      )
        .default(undefined, 'replay')
        .argParser((text) => oneOf('--fixtures-mode', text, REPLAY_MODES)),
    )
    .addOption(
      new Option('--fixtures-speed <number>', 'speed of streams relative to the recording, or max')
        .default(undefined, '1')
        .argParser(speed),
    )
    .optionsGroup('Output:')
    .addOption(quietOption());
}

/** What commander makes of the options above. */
interface Parsed extends Omit<ServeOptions, 'allowedHosts' | 'fixtureFiles' | 'control'> {
  readonly allowHost: readonly string[];
  readonly fixtures: readonly string[] | undefined;
  readonly control: boolean;
  readonly controlToken: string | undefined;
}

/** Reads what `serve` was called with; throws an error of one sentence when options conflict. */
export function readServeOptions(command: Command): ServeOptions {
  noArguments(command);
  const { allowHost, fixtures, control, controlToken, ...options } = command.opts<Parsed>();
  if (options.catalog !== undefined && (options.models ?? options.world) !== undefined) {
    throw new Error('--catalog brings its own models; leave out --models and --world');
  }
  if (fixtures === undefined && (options.fixturesMode ?? options.fixturesSpeed) !== undefined) {
    throw new Error('--fixtures-mode and --fixtures-speed need --fixtures, the files to replay');
  }
  if (!control && controlToken !== undefined) {
    throw new Error('--control-token needs the control interface; leave out --no-control');
  }
  return {
    ...options,
    allowedHosts: allowHost,
    fixtureFiles: fixtures,
    control: controlToken === undefined ? control : { token: controlToken },
  };
}

/** `flaky` or `flaky,slow`. */
function presets(text: string): readonly PresetName[] {
  return text.split(',').map((name) => oneOf('--preset', name, PRESET_NAMES));
}

function speed(text: string): number {
  if (text === 'max') return Infinity;
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0) return Number(text);
  throw new Error(`--fixtures-speed must be a number above 0, or max, got "${text}"`);
}
