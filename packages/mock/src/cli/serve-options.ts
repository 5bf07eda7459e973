import { parseArgs } from 'node:util';
import type { DialectName } from '@model-gateway/core';

/** The options of `serve` after reading; what was not given is undefined. */
export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly seed: number | undefined;
  readonly models: number | undefined;
  readonly world: 'golden' | 'generated' | undefined;
  readonly catalog: string | undefined;
  readonly apiKey: string | undefined;
  readonly managementKey: string | undefined;
  readonly basePath: string;
  readonly publicCatalog: boolean;
  readonly dialect: DialectName | undefined;
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
      seed: { type: 'string' },
      models: { type: 'string' },
      world: { type: 'string' },
      catalog: { type: 'string' },
      'api-key': { type: 'string' },
      'management-key': { type: 'string' },
      'base-path': { type: 'string' },
      'public-catalog': { type: 'boolean' },
      dialect: { type: 'string' },
      quiet: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.catalog !== undefined && (values.models ?? values.world) !== undefined) {
    throw new Error('--catalog brings its own models; leave out --models and --world');
  }
  return {
    port: integer('--port', values.port, 0, 65_535) ?? DEFAULT_PORT,
    host: values.host ?? '127.0.0.1',
    seed: integer('--seed', values.seed, 0, Number.MAX_SAFE_INTEGER),
    models: integer('--models', values.models, 0, MOST_MODELS),
    world: oneOf('--world', values.world, ['golden', 'generated']),
    catalog: values.catalog,
    apiKey: key('--api-key', values['api-key']),
    managementKey: key('--management-key', values['management-key']),
    basePath: basePath(values['base-path'] ?? '/v1'),
    publicCatalog: values['public-catalog'] ?? false,
    dialect: oneOf('--dialect', values.dialect, ['gateway', 'openrouter']),
    quiet: values.quiet ?? false,
    help: values.help ?? false,
  };
}

function integer(name: string, text: string | undefined, minimum: number, maximum: number) {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value;
  throw new Error(`${name} must be a whole number from ${minimum} to ${maximum}, got "${text}"`);
}

function oneOf<const Name extends string>(
  option: string,
  text: string | undefined,
  names: readonly Name[],
): Name | undefined {
  if (text === undefined) return undefined;
  const found = names.find((name) => name === text);
  if (found !== undefined) return found;
  throw new Error(`${option} must be ${names.join(' or ')}, got "${text}"`);
}

function key(name: string, text: string | undefined): string | undefined {
  if (text === undefined || /^[\x21-\x7e]{1,512}$/.test(text)) return text;
  throw new Error(`${name} must be 1 to 512 visible ASCII characters without spaces`);
}

function basePath(text: string): string {
  const path = text.replace(/\/+$/, '');
  if (path === '' || /^(\/[\w.~-]+)+$/.test(path)) return path;
  throw new Error(`--base-path must look like /v1 or /api/v1, or be / for the root, got "${text}"`);
}
