import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * A side of a measurement. Each has cores of its own, so that they do not compete. What a server
 * calls has the client's core, since it is the server's time that counts.
 */
export type Side = 'server' | 'client';

const CLIENT_CORE = 0;

/** As they were when this process began: those it may use become one when it leaves the other. */
const CORES = availableParallelism();

/** The command that runs `command` on the core of its side. */
export function onCoreOf(side: Side, command: readonly string[]): readonly string[] {
  const core = side === 'client' ? CLIENT_CORE : CORES - 1;
  return ['taskset', '-c', String(core), ...command];
}

/** Returns whether `taskset` exists and there are two cores or more. */
export function canPin(): boolean {
  return CORES > 1 && spawnSync('taskset', ['--version']).status === 0;
}

/**
 * Moves this process, which reads what servers print, to the client's core: a server that logs
 * would otherwise share its core and its caches with the reader of its log.
 */
export function leaveServerCore(): void {
  const own = ['-a', '-p', '-c', String(CLIENT_CORE), String(process.pid)];
  if (canPin()) spawnSync('taskset', own, { stdio: 'ignore' });
}
