import { Option, type Command } from 'commander';
import type { DialectName } from '@model-gateway/core';
import type { ReplayMode } from '@model-gateway/fixtures';
import type { ControlChoice } from '../control/control-options.ts';
import {
  allowHostOption,
  basePathOption,
  dialectOption,
  hostOption,
  portOption,
  quietOption,
} from './common-options.ts';
import { noArguments } from './no-arguments.ts';
import { addTenantFlags, type FlaggedOptions } from './tenant-flags.ts';
import { key, oneOf, repeated } from '../flag-values.ts';

/** The options of `serve` after reading; undefined where an option was not given. */
export interface ServeOptions extends FlaggedOptions {
  readonly port: number;
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly catalog: string | undefined;
  readonly basePath: string;
  readonly dialect: DialectName | undefined;
  readonly control: ControlChoice;
  /** Glob patterns, folders or paths of fixture files. */
  readonly fixtureFiles: readonly string[] | undefined;
  readonly fixturesMode: ReplayMode | undefined;
  readonly fixturesSpeed: number | undefined;
  readonly quiet: boolean;
}

const REPLAY_MODES = ['replay', 'replay-or-mock'] as const satisfies readonly ReplayMode[];

/** Adds `serve` and its options to a command line. */
export function defineServe(parent: Command): Command {
  const serve = parent
    .command('serve')
    .description('serve requests until Ctrl-C')
    .allowExcessArguments()
    .optionsGroup('Where it listens:')
    .addOption(portOption())
    .addOption(hostOption())
    .addOption(allowHostOption())
    .addOption(basePathOption())
    .optionsGroup('What it serves:');
  addTenantFlags(serve, 'What it serves:')
    .option('-c, --catalog <file>', 'serve the models of this JSON file instead')
    .addOption(dialectOption('names on the wire'))
    .optionsGroup('Who may use it:');
  addTenantFlags(serve, 'Who may use it:')
    .addOption(
      new Option('--control-token <text>', 'token that tests send to control the mock')
        .default(undefined, 'none on loopback, else a new one')
        .argParser((text) => key('--control-token', text)),
    )
    .option('--no-control', 'no control interface under /__gateway')
    .optionsGroup('How it behaves:');
  return addTenantFlags(serve, 'How it behaves:')
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

/** The options above as commander reads them. */
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

function speed(text: string): number {
  if (text === 'max') return Infinity;
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0) return Number(text);
  throw new Error(`--fixtures-speed must be a number above 0, or max, got "${text}"`);
}
