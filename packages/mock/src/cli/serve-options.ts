import { parseArgs } from 'node:util';
import type { DialectName } from '@model-gateway/core';
import type { ReplayMode } from '@model-gateway/fixtures';
import { WORLD_NAMES, type WorldName } from '@model-gateway/worlds';
import type { ControlChoice } from '../control/control-options.ts';
import { PRESET_NAMES, type PresetName } from '../presets/presets.ts';
import { basePath, hostName, integer, key, oneOf } from './option-values.ts';

/** The options of `serve` after reading; what was not given is undefined. */
export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly seed: number | undefined;
  readonly models: number | undefined;
  readonly world: WorldName | undefined;
  readonly catalog: string | undefined;
  readonly preset: readonly PresetName[] | undefined;
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
  readonly help: boolean;
}

const DEFAULT_PORT = 4010;
const MOST_MODELS = 1_000_000;

/** Reads the arguments of `serve`; throws an error of one sentence when one is wrong. */
export function readServeOptions(args: readonly string[]): ServeOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      'allow-host': { type: 'string', multiple: true },
      seed: { type: 'string' },
      models: { type: 'string' },
      world: { type: 'string' },
      catalog: { type: 'string' },
      preset: { type: 'string' },
      'api-key': { type: 'string' },
      'management-key': { type: 'string' },
      'base-path': { type: 'string' },
      'public-catalog': { type: 'boolean' },
      strict: { type: 'boolean' },
      dialect: { type: 'string' },
      'control-token': { type: 'string' },
      'no-control': { type: 'boolean' },
      fixtures: { type: 'string', multiple: true },
      'fixtures-mode': { type: 'string' },
      'fixtures-speed': { type: 'string' },
      quiet: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.catalog !== undefined && (values.models ?? values.world) !== undefined) {
    throw new Error('--catalog brings its own models; leave out --models and --world');
  }
  if (values.fixtures === undefined && (values['fixtures-mode'] ?? values['fixtures-speed'])) {
    throw new Error('--fixtures-mode and --fixtures-speed need --fixtures, the files to replay');
  }
  return {
    port: integer('--port', values.port, 0, 65_535) ?? DEFAULT_PORT,
    host: values.host ?? '127.0.0.1',
    allowedHosts: (values['allow-host'] ?? []).map((name) => hostName('--allow-host', name)),
    seed: integer('--seed', values.seed, 0, Number.MAX_SAFE_INTEGER),
    models: integer('--models', values.models, 0, MOST_MODELS),
    world: oneOf('--world', values.world, WORLD_NAMES),
    catalog: values.catalog,
    preset: presets(values.preset),
    apiKey: key('--api-key', values['api-key']),
    managementKey: key('--management-key', values['management-key']),
    basePath: basePath(values['base-path'] ?? '/v1'),
    publicCatalog: values['public-catalog'] ?? false,
    strict: values.strict ?? false,
    dialect: oneOf('--dialect', values.dialect, ['gateway', 'openrouter']),
    control: control(values['no-control'] ?? false, values['control-token']),
    fixtureFiles: values.fixtures,
    fixturesMode: oneOf('--fixtures-mode', values['fixtures-mode'], ['replay', 'replay-or-mock']),
    fixturesSpeed: speed('--fixtures-speed', values['fixtures-speed']),
    quiet: values.quiet ?? false,
    help: values.help ?? false,
  };
}

/** `flaky` or `flaky,slow`. */
function presets(text: string | undefined): PresetName[] | undefined {
  return text?.split(',').flatMap((name) => oneOf('--preset', name, PRESET_NAMES) ?? []);
}

function control(isOff: boolean, token: string | undefined): ControlChoice {
  if (token === undefined) return !isOff;
  if (isOff) throw new Error('--control-token needs the control interface; leave out --no-control');
  return { token: key('--control-token', token) };
}

function speed(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (text === 'max') return Infinity;
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0) return Number(text);
  throw new Error(`${name} must be a number above 0, or max, got "${text}"`);
}
