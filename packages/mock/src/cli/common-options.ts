import { Option } from 'commander';
import type { DialectName } from '@model-gateway/core';
import { basePath, hostName, integer, key, oneOf, repeated } from '../flag-values.ts';

const MOST_PORTS = 65_535;
const DIALECTS = ['gateway', 'openrouter'] as const satisfies readonly DialectName[];

/** The port that `serve` and `record` listen on. */
export const portOption = () =>
  new Option('-p, --port <number>', 'port to listen on; 0 takes any free one')
    .default(4010)
    .argParser((text) => integer('--port', text, 0, MOST_PORTS));

export const hostOption = () =>
  new Option('--host <host>', 'address to listen on').default('127.0.0.1');

export const allowHostOption = () =>
  new Option('--allow-host <name>', 'also answer under this host name; may be repeated')
    .default([], 'the names of this machine')
    .argParser(repeated((text) => hostName('--allow-host', text)));

export const basePathOption = () =>
  new Option('--base-path <path>', 'path under which the API is')
    .default('/v1')
    .argParser(basePath);

export const apiKeyOption = (description: string) =>
  new Option('--api-key <key>', description).argParser((text) => key('--api-key', text));

export const dialectOption = (description: string) =>
  new Option('--dialect <name>', `${description}: ${DIALECTS.join(' or ')}`)
    .default(undefined, 'gateway')
    .argParser((text) => oneOf('--dialect', text, DIALECTS));

export const keepPromptsOption = () =>
  new Option('--keep-prompts', 'keep prompts; secrets and people are always removed').default(
    false,
  );

export const quietOption = () =>
  new Option('-q, --quiet', 'print nothing but errors').default(false);
