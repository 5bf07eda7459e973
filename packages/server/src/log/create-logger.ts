import { systemClock } from '@model-gateway/core';
import { pino, type Logger } from 'pino';
import type { Config } from '../config/schema.ts';
import { standardOutput } from './standard-output.ts';

export type { Logger } from 'pino';

/** Where a log goes. */
export interface LogOutput {
  write(line: string): void;
  /** Calls back once every line is written, with an error when that takes too long. */
  flush?(callback: (error?: Error) => void): void;
}

/**
 * Creates the log of a gateway: one JSON object a line, or a readable line with `format: pretty`.
 * Errors are logged by name, message and stack, never with the properties that libraries hang on
 * them, which may hold URLs and keys. Standard output is written without waiting for its reader:
 * when that is too slow, lines are dropped and counted in a warning.
 */
export function createLogger(
  { level, format }: Config['log'],
  output: LogOutput = standardOutput(),
): Logger {
  const toText = format === 'json' ? (line: string) => line : pretty;
  // Pino's `flush` calls the one here, which its types do not know.
  const destination: LogOutput = {
    write: (line) => output.write(toText(line)),
    flush: (callback) => (output.flush === undefined ? callback() : output.flush(callback)),
  };
  return pino(
    {
      level,
      base: null,
      timestamp: createTimestamp(),
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: errorFields },
    },
    destination,
  );
}

/** Returns the member `time` of a line. Lines of the same millisecond share its text. */
function createTimestamp(): () => string {
  let at: number | undefined;
  let text = '';
  return () => {
    const now = systemClock.now();
    if (now !== at) text = `,"time":"${new Date(now).toISOString()}"`;
    at = now;
    return text;
  };
}

const DEEPEST_CAUSE = 3;

function errorFields(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const causes = cause !== undefined && depth < DEEPEST_CAUSE;
  return { name, message, stack, ...(causes && { cause: errorFields(cause, depth + 1) }) };
}

interface LogLine extends Readonly<Record<string, unknown>> {
  readonly time: string;
  readonly level: string;
  readonly msg?: string;
  readonly error?: { readonly stack?: string; readonly message?: string };
}

/** `12:00:01.123 info  request status=200 ms=12`. */
function pretty(line: string): string {
  // A line of this logger: see its options.
  const { time, level, msg = '', error, ...fields } = JSON.parse(line) as LogLine;
  const pairs = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const first = [time.slice(11, 23), level.padEnd(5), msg, ...pairs].join(' ');
  const stack = error?.stack ?? error?.message;
  return `${first}${stack === undefined ? '' : `\n${stack}`}\n`;
}

/** Resolves once every line is written; to false when its reader takes too long. */
export function logWritten(logger: Logger): Promise<boolean> {
  return new Promise((resolve) => logger.flush((error) => resolve(error === undefined)));
}
