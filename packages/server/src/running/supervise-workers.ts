import cluster, { type Worker } from 'node:cluster';
import { systemClock } from '@model-gateway/core';
import type { LoadedConfig } from '../config/load-config.ts';
import { createLogger } from '../log/create-logger.ts';

/**
 * Between attempts to start a worker that ended before it listened, such as during an outage of the
 * store.
 */
const RETRY_MS = 1000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Starts workers that share the port, starts another for each that dies, and ends when all of them
 * have after a signal. Resolves to the exit code: 1 when a worker cannot start before any has
 * listened, because of the configuration, for example. `env` has the secrets of the configuration.
 */
export function superviseWorkers(
  count: number,
  { config }: LoadedConfig,
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const logger = createLogger(config.log);
  /** The running workers, and whether each has listened. */
  const running = new Map<Worker, { readonly number: number; hasListened: boolean }>();
  let hasServed = false;
  let isStopping = false;
  let code = 0;

  const secrets = Object.fromEntries(config.secretVariables.map((name) => [name, env[name]]));
  const start = (number: number) => {
    if (isStopping) return;
    const worker = cluster.fork({ ...secrets, MODEL_GATEWAY_WORKER: String(number) });
    running.set(worker, { number, hasListened: false });
    logger.info({ worker: number, pid: worker.process.pid }, 'a worker started');
  };

  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      if (signal !== 'SIGHUP') isStopping = true;
      for (const worker of running.keys()) worker.process.kill(signal);
      if (isStopping && running.size === 0) resolve(code);
    };
    cluster.on('listening', (worker) => {
      const known = running.get(worker);
      if (known === undefined) return;
      known.hasListened = true;
      hasServed = true;
    });
    cluster.on('exit', (worker, exitCode, signal) => {
      const { number = 1, hasListened = false } = running.get(worker) ?? {};
      running.delete(worker);
      if (!isStopping) {
        logger.error({ worker: number, code: exitCode, signal }, 'a worker ended');
        if (hasListened) start(number);
        else if (hasServed) systemClock.after(RETRY_MS, () => start(number));
        else {
          code = 1;
          stop('SIGTERM');
        }
      }
      if (isStopping && running.size === 0) resolve(code);
    });
    for (const signal of SIGNALS) process.on(signal, stop);
    for (let number = 1; number <= count; number++) start(number);
  });
}
