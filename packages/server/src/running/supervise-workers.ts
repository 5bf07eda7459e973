import cluster, { type Worker } from 'node:cluster';
import { systemClock } from '@model-gateway/core';
import type { LoadedConfig } from '../loading/load-config.ts';
import { createLogger, type Logger } from '../log/create-logger.ts';
import { createAdminHandler } from '../health/admin-handler.ts';
import { endOnCrash } from './end-on-crash.ts';
import { serveAdmin } from './serve-admin.ts';
import { createWorkersFacts } from './workers-admin.ts';

/**
 * Between attempts to start a worker that ended before it listened, such as during an outage of the
 * store.
 */
const RETRY_MS = 1000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The running workers, and whether each has listened. */
type RunningWorkers = Map<Worker, { readonly number: number; hasListened: boolean }>;

export interface SuperviseJob {
  readonly count: number;
  readonly loaded: LoadedConfig;
  /** Holds the secrets of the configuration. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Instead of `admin.port`. */
  readonly adminPort: number | undefined;
}

/**
 * Starts workers that share the port, starts another for each that dies, and ends when all of them
 * have after a signal. Health and metrics of all of them are on the admin port, which is this
 * process's. Resolves to the exit code: 1 when a worker cannot start before any has listened,
 * because of the configuration, for example.
 */
export async function superviseWorkers(job: SuperviseJob): Promise<number> {
  const { config } = job.loaded;
  if (config.store === 'sqlite::memory:') {
    throw new Error(
      'workers need a store that processes share: "sqlite::memory:" belongs to one process; use "sqlite:FILE", or leave --workers out',
    );
  }
  const logger = createLogger(config.log);
  endOnCrash((error) => logger.fatal({ error }, 'the process ends: nothing caught this'));
  const running: RunningWorkers = new Map();
  let isStopping = false;
  const facts = createWorkersFacts(running, () => isStopping);
  const adminServer =
    config.admin === null
      ? undefined
      : await serveAdmin(createAdminHandler(facts), {
          ...config.admin,
          port: job.adminPort ?? config.admin.port,
        });
  if (adminServer !== undefined) {
    const { url: adminUrl } = adminServer;
    logger.info({ adminUrl }, `health and metrics on ${adminUrl}`);
  }
  const code = await untilAllEnded(job, { running, logger, onStopping: () => (isStopping = true) });
  await adminServer?.close({ drainTimeoutMs: 1000 });
  return code;
}

interface Supervision {
  readonly running: RunningWorkers;
  readonly logger: Logger;
  readonly onStopping: () => void;
}

function untilAllEnded(
  { count, loaded: { config }, env }: SuperviseJob,
  { running, logger, onStopping }: Supervision,
): Promise<number> {
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
      if (signal !== 'SIGHUP') {
        isStopping = true;
        onStopping();
      }
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
