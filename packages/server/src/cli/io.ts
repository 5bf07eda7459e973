import type { Clock } from '@model-gateway/core';

/** The environment of a command; tests pass their own. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The working folder. */
  readonly folder: string;
  /** Standard input, which is read once. */
  input(): AsyncIterable<Uint8Array>;
  /** The system's by default. */
  readonly clock?: Clock;
  /** A line of the result, on standard output. */
  print(line: string): void;
  /** A line for people, on standard error. */
  say(line: string): void;
}

/** A command that was refused or failed, in one sentence. Exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
