import cluster, { type Worker } from 'node:cluster';
import { systemClock } from '@model-gateway/core';
import type { LoadedConfig } from '../config/load-config.ts';
import { createLogger } from '../log/create-logger.ts';

/** A worker that ends this soon after its start will not do better the next time. */
const TOO_SOON_MS = 5000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Starts workers that share the port, starts another for each that dies, and ends when all of them
 * have after a signal. Resolves to the exit code: 1 when workers cannot start.
 */
export function superviseWorkers(count: number, { config }: LoadedConfig): Promise<number> {
  const logger = createLogger(config.log);
  let isStopping = false;
  let code = 0;
  const startedAt = new Map<Worker, number>();
  const numbers = new Map<Worker, number>();
  const start = (number: number) => {
    const worker = cluster.fork({ MODEL_GATEWAY_WORKER: String(number) });
    startedAt.set(worker, systemClock.now());
    numbers.set(worker, number);
  };
  return new Promise((resolve) => {
    cluster.on('exit', (worker, exitCode, signal) => {
      const number = numbers.get(worker) ?? 1;
      const lived = systemClock.now() - (startedAt.get(worker) ?? 0);
      numbers.delete(worker);
      startedAt.delete(worker);
      if (!isStopping) {
        logger.error({ worker: number, code: exitCode, signal }, 'a worker ended');
        if (exitCode !== 0 && lived < TOO_SOON_MS) {
          code = 1;
          stop('SIGTERM');
        } else start(number);
      }
      if (isStopping && numbers.size === 0) resolve(code);
    });
    const stop = (signal: NodeJS.Signals) => {
      if (signal !== 'SIGHUP') isStopping = true;
      for (const worker of numbers.keys()) worker.process.kill(signal);
      if (isStopping && numbers.size === 0) resolve(code);
    };
    for (const signal of SIGNALS) process.on(signal, stop);
    for (let number = 1; number <= count; number++) start(number);
  });
}
