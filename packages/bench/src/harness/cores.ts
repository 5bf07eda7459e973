import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * A side of a measurement. Each has cores of its own, so that they do not compete. What a server
 * calls has the client's core, since it is the server's time that counts.
 */
export type Side = 'server' | 'client';

/** The command that runs `command` on the core of its side. */
export function onCoreOf(side: Side, command: readonly string[]): readonly string[] {
  const core = side === 'client' ? 0 : availableParallelism() - 1;
  return ['taskset', '-c', String(core), ...command];
}

/** Returns whether `taskset` exists and there are two cores or more. */
export function canPin(): boolean {
  return availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;
}
