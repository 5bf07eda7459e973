import { parseArgs } from 'node:util';
import type { DialectName } from '@model-gateway/core';
import { basePath, hostName, integer, key, oneOf, pageOrigin } from './option-values.ts';

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
  readonly expiresInDays: number | undefined;
  readonly force: boolean;
  /** Whether the folder answers what it can, so that only the rest is asked for and recorded. */
  readonly onMiss: boolean;
  readonly quiet: boolean;
}

const DEFAULT_PORT = 4010;
const MOST_DAYS = 36_500;

/** Reads the arguments of `record`; throws an error of one sentence when one is wrong or missing. */
export function readRecordOptions(args: readonly string[]): RecordOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      upstream: { type: 'string' },
      out: { type: 'string' },
      port: { type: 'string' },
      host: { type: 'string' },
      'base-path': { type: 'string' },
      'api-key': { type: 'string' },
      'allow-host': { type: 'string', multiple: true },
      'allow-origin': { type: 'string', multiple: true },
      dialect: { type: 'string' },
      'keep-prompts': { type: 'boolean' },
      'expires-in-days': { type: 'string' },
      force: { type: 'boolean' },
      'on-miss': { type: 'boolean' },
      quiet: { type: 'boolean' },
    },
  });
  const { upstream, out } = values;
  if (upstream === undefined) {
    throw new Error(
      'record needs --upstream: the base URL of the gateway to record, such as https://gateway.example/v1',
    );
  }
  if (out === undefined) throw new Error('record needs --out: the folder to record into');
  return {
    upstream,
    out,
    port: integer('--port', values.port, 0, 65_535) ?? DEFAULT_PORT,
    host: values.host ?? '127.0.0.1',
    basePath: basePath(values['base-path'] ?? '/v1'),
    apiKey: key('--api-key', values['api-key']),
    allowedHosts: (values['allow-host'] ?? []).map((name) => hostName('--allow-host', name)),
    allowedOrigins: (values['allow-origin'] ?? []).map((url) => pageOrigin('--allow-origin', url)),
    dialect: oneOf('--dialect', values.dialect, ['gateway', 'openrouter']),
    keepPrompts: values['keep-prompts'] ?? false,
    expiresInDays: integer('--expires-in-days', values['expires-in-days'], 1, MOST_DAYS),
    force: values.force ?? false,
    onMiss: values['on-miss'] ?? false,
    quiet: values.quiet ?? false,
  };
}
