import { systemClock, type Clock } from '@model-gateway/core';
import { pino, type Logger } from 'pino';
import type { Config } from '../config/schema.ts';
import { printable, printableLines } from '../printable.ts';
import { standardOutput } from './standard-output.ts';

export type { Logger } from 'pino';

/** Where a log goes. */
export interface LogOutput {
  write(line: string): void;
  /** Calls `makeLines`, which calls `write`, at the latest before the next line is written. */
  later?(makeLines: () => void): void;
  /** Calls back once every line is written, with an error when that takes too long. */
  flush?(callback: (error?: Error) => void): void;
}

/**
 * Creates the log of a gateway: one JSON object a line, or a readable line with `format: pretty`.
 * `error` is always a text: an error is logged by name, message, stack and causes, never with the
 * properties that libraries hang on it, which may hold URLs and keys. Standard output is written
 * without waiting for its reader: when that is too slow, lines are dropped and counted in a warning.
 */
export function createLogger(
  { level, format }: Config['log'],
  output: LogOutput = standardOutput(),
  clock: Pick<Clock, 'now'> = systemClock,
): Logger {
  const destination = new LogDestination(output, clock, format === 'json' ? undefined : pretty);
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => destination.time(),
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: readableText },
    },
    destination,
  );
  DESTINATIONS.set(logger, destination);
  return logger;
}

/** Where the loggers of `createLogger` write. */
const DESTINATIONS = new WeakMap<Logger, LogDestination>();

/**
 * Calls `log`, which logs lines, when the output of the logger is written next, and before the next
 * line that is logged otherwise. A logger that was not made here has it called now.
 */
export function logLater(logger: Logger, log: () => void): void {
  const destination = DESTINATIONS.get(logger);
  if (destination === undefined) log();
  else destination.later(log);
}

/** Writes a line at a level; `at` is its time, in milliseconds since the Unix epoch. */
export type WriteLine = (
  level: 'info' | 'warn',
  at: number,
  fields: Readonly<Record<string, unknown>>,
) => void;

/**
 * Returns what writes lines with the same first fields and the same message, as
 * `logger.child(first).info(fields, message)` does, whatever the level of the logger. It takes a third
 * of the time, most of all while the code is not compiled yet: JSON.stringify always is. Fields must
 * not be named `error` unless they are texts. A logger that was not made here gives lines their time.
 */
export function lineWriter(
  logger: Logger,
  first: Readonly<Record<string, unknown>>,
  message: string,
): WriteLine {
  const destination = DESTINATIONS.get(logger);
  if (destination === undefined) {
    const child = logger.child(first);
    return (level, _at, fields) => child[level](fields, message);
  }
  const begin = membersOf(first);
  const end = `,"msg":${JSON.stringify(message)}}\n`;
  return (level, at, fields) =>
    destination.write(
      `{"level":"${level}"${destination.time(at)}${begin}${membersOf(fields)}${end}`,
    );
}

/** Returns the members of an object as JSON, each after a comma. */
function membersOf(fields: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify(fields);
  return json === '{}' ? '' : `,${json.slice(1, -1)}`;
}

/** What pino writes to. */
class LogDestination {
  readonly #output: LogOutput;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #toText: ((line: string) => string) | undefined;
  #timeAt: number | undefined;
  #time = '';

  constructor(
    output: LogOutput,
    clock: Pick<Clock, 'now'>,
    toText: ((line: string) => string) | undefined,
  ) {
    this.#output = output;
    this.#clock = clock;
    this.#toText = toText;
  }

  /** The member `time` of a line, after a comma. Lines of the same millisecond share its text. */
  time(at = this.#clock.now()): string {
    // In JSON a date that does not exist, of a broken clock, is null.
    if (at !== this.#timeAt) this.#time = `,"time":${JSON.stringify(new Date(at))}`;
    this.#timeAt = at;
    return this.#time;
  }

  write(line: string): void {
    this.#output.write(this.#toText === undefined ? line : this.#toText(line));
  }

  later(log: () => void): void {
    if (this.#output.later === undefined) log();
    else this.#output.later(log);
  }

  /** Pino's `flush` calls it, which its types do not know. */
  flush(callback: (error?: Error) => void): void {
    if (this.#output.flush === undefined) callback();
    else this.#output.flush(callback);
  }
}

const DEEPEST_CAUSE = 3;

/** A thrown value may be anything, also what throws when it is read, and its line has to be written. */
function readableText(error: unknown): string {
  try {
    return errorText(error);
  } catch {
    return 'an error that cannot be read';
  }
}

/** Returns an error as one text: name and message, the frames of its stack, then its causes. */
function errorText(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack = '', cause } = error;
  const frames = stack.indexOf('\n    at ');
  const text = `${name}: ${message}${frames === -1 ? '' : stack.slice(frames)}`;
  if (cause === undefined || depth === DEEPEST_CAUSE) return text;
  return `${text}\ncaused by: ${errorText(cause, depth + 1)}`;
}

interface LogLine extends Readonly<Record<string, unknown>> {
  readonly time: string;
  readonly level: string;
  readonly msg?: string;
  readonly error?: string;
}

/** `12:00:01.123 info  request status=200 ms=12`. */
function pretty(line: string): string {
  // A line of this logger: see its options.
  const { time, level, msg = '', error = '', ...rest } = JSON.parse(line) as LogLine;
  const isOneLine = !error.includes('\n');
  const fields = { ...rest, ...(error !== '' && isOneLine && { error }) };
  const pairs = Object.entries(fields).map(([name, value]) => `${printable(name)}=${shown(value)}`);
  const first = [time.slice(11, 23), level.padEnd(5), printable(msg), ...pairs].join(' ');
  if (isOneLine) return `${first}\n`;
  // Indented: a message with a line feed makes no line that looks like one of the log.
  return `${first}\n${printableLines(error).replaceAll(/^/gm, '    ')}\n`;
}

/** A text without space and quotes stands as it is: it looks like no other field. */
function shown(value: unknown): string {
  const isPlain = typeof value === 'string' && /^[^\s"=]+$/.test(value);
  return printable(isPlain ? value : JSON.stringify(value));
}

/** Resolves once every line is written; to false when its reader takes too long. */
export function logWritten(logger: Logger): Promise<boolean> {
  return new Promise((resolve) => logger.flush((error) => resolve(error === undefined)));
}
