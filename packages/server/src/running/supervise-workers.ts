import cluster, { type Worker } from 'node:cluster';
import { systemClock } from '@model-gateway/core';
import type { LoadedConfig } from '../loading/load-config.ts';
import { createLogger, type Logger } from '../log/create-logger.ts';
import { createAdminHandler } from '../health/admin-handler.ts';
import { endOnCrash } from './end-on-crash.ts';
import type { HangUps } from './hang-ups.ts';
import { serveAdmin } from './serve-admin.ts';
import { createWorkersFacts } from './workers-admin.ts';

/**
 * Between attempts to start a worker that ended before it listened, such as during an outage of the
 * store.
 */
const RETRY_MS = 1000;
const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

interface RunningWorker {
  readonly number: number;
  /** Before it has, a signal would end it. */
  hasListened: boolean;
  /** A SIGHUP came before it listened. */
  isReloadDue: boolean;
}

type RunningWorkers = Map<Worker, RunningWorker>;

export interface SuperviseJob {
  readonly count: number;
  readonly loaded: LoadedConfig;
  /** Holds the secrets of the configuration. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Instead of `admin.port`. */
  readonly adminPort: number | undefined;
  readonly hangUps: HangUps;
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
  { count, loaded: { config }, env, hangUps }: SuperviseJob,
  { running, logger, onStopping }: Supervision,
): Promise<number> {
  let hasServed = false;
  let isStopping = false;
  let code = 0;

  const secrets = Object.fromEntries(config.secretVariables.map((name) => [name, env[name]]));
  const start = (number: number) => {
    if (isStopping) return;
    const worker = cluster.fork({ ...secrets, MODEL_GATEWAY_WORKER: String(number) });
    running.set(worker, { number, hasListened: false, isReloadDue: false });
    logger.info({ worker: number, pid: worker.process.pid }, 'a worker started');
  };

  return new Promise((resolve) => {
    const reload = () => {
      for (const [worker, known] of running) {
        if (known.hasListened) worker.process.kill('SIGHUP');
        else known.isReloadDue = true;
      }
    };
    const stop = (signal: NodeJS.Signals) => {
      isStopping = true;
      onStopping();
      for (const worker of running.keys()) worker.process.kill(signal);
      if (running.size === 0) resolve(code);
    };
    cluster.on('listening', (worker) => {
      const known = running.get(worker);
      if (known === undefined) return;
      known.hasListened = true;
      if (known.isReloadDue) worker.process.kill('SIGHUP');
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
    for (const signal of STOP_SIGNALS) process.on(signal, stop);
    hangUps.follow(reload);
    for (let number = 1; number <= count; number++) start(number);
  });
}
