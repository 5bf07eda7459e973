import cluster from 'node:cluster';
import { watchFile, unwatchFile } from 'node:fs';
import path from 'node:path';
import { loadConfig, type LoadedConfig } from '../config/load-config.ts';
import type { SecretSources } from '../config/secrets.ts';
import { logWritten } from '../log/create-logger.ts';
import { endOnCrash } from './end-on-crash.ts';
import { runServer, type RunningGateway, type ServeOverrides } from './run-server.ts';
import { superviseWorkers } from './supervise-workers.ts';
import { answerPrimary } from './worker-channel.ts';

export interface ServeJob {
  /** The configuration file, relative to the working folder. */
  readonly file: string;
  readonly workers: number;
  readonly overrides: ServeOverrides;
}

/** How often the configuration and the catalog file are checked for changes. */
const LOOK_EVERY_MS = 1000;

/** Serves until SIGTERM or SIGINT, and drains then; resolves to the exit code. */
export async function serveUntilStopped(
  { file, workers, overrides }: ServeJob,
  sources: SecretSources,
): Promise<number> {
  const absolute = path.resolve(sources.folder, file);
  // For reloads and workers: the process's own loses its secrets.
  const env = { ...sources.env };
  const load = async () => {
    const read = await loadConfig(absolute, env);
    forgetSecrets(read);
    return read;
  };
  const loaded = await load();
  if (workers > 1 && cluster.isPrimary) {
    return superviseWorkers({ count: workers, loaded, env, adminPort: overrides.adminPort });
  }
  try {
    return await serveHere(loaded, load, overrides);
  } finally {
    // The channel to the primary would keep a worker alive.
    cluster.worker?.disconnect();
  }
}

/** Takes secrets out of the environment, which crash reports and child processes would get. */
function forgetSecrets({ config }: LoadedConfig): void {
  for (const name of config.secretVariables) delete process.env[name];
}

async function serveHere(
  loaded: LoadedConfig,
  load: () => Promise<LoadedConfig>,
  overrides: ServeOverrides,
): Promise<number> {
  const running = await runServer(loaded, { ...overrides, hasAdmin: cluster.isPrimary });
  endOnCrash((error) => running.logger.fatal({ error }, 'the process ends: nothing caught this'));
  if (cluster.isWorker) answerPrimary(running.admin);
  announce(running);
  const stopWatching = watch(running, loaded, load);
  await stopSignal();
  stopWatching();
  const cut = stopSignal().then(() => running.stopNow());
  await Promise.race([running.stop(), cut]);
  running.logger.info('stopped');
  // A reader of the log that stands still would keep the process alive.
  // oxlint-disable-next-line unicorn/no-process-exit -- nothing else ends a write that waits for it
  if (!(await logWritten(running.logger))) process.exit(0);
  return 0;
}

function announce({ logger, url, adminUrl }: RunningGateway): void {
  const admin = adminUrl === undefined ? '' : `; health and metrics on ${adminUrl}`;
  logger.info({ url, adminUrl }, `listening on ${url}${admin}`);
}

/** Reloads on SIGHUP and when the files change; a bad configuration is logged and not used. */
function watch(
  running: RunningGateway,
  { file, folder, config }: LoadedConfig,
  load: () => Promise<LoadedConfig>,
): () => void {
  const { logger } = running;
  let last: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    last = last.then(work);
  };
  const reload = () =>
    inTurn(async () => {
      try {
        await running.reload(load);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        logger.error({ reason }, 'configuration not reloaded: the previous one stays in service');
      }
    });
  const refresh = () =>
    inTurn(async () => {
      try {
        await running.refreshCatalog();
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        logger.error(
          { reason },
          'catalog file not imported: the previous catalog stays in service',
        );
      }
    });
  process.on('SIGHUP', reload);
  watchFile(file, { interval: LOOK_EVERY_MS, persistent: false }, reload);
  const catalog =
    config.catalog.file === null ? undefined : path.resolve(folder, config.catalog.file);
  if (catalog !== undefined) {
    watchFile(catalog, { interval: LOOK_EVERY_MS, persistent: false }, refresh);
  }
  return () => {
    process.off('SIGHUP', reload);
    unwatchFile(file, reload);
    if (catalog !== undefined) unwatchFile(catalog, refresh);
  };
}

/** Resolves at Ctrl-C or when a process manager ends the program. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve();
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
  });
}
