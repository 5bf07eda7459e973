import cluster from 'node:cluster';
import path from 'node:path';
import type { ConfigDocument } from '../config/config-document.ts';
import { loadConfigBy, type LoadedConfig } from '../loading/load-config.ts';
import type { SecretSources } from '../config/secrets.ts';
import { readConfigApart } from '../loading/read-config-apart.ts';
import { readConfigFile } from '../loading/read-config-file.ts';
import { logWritten } from '../log/create-logger.ts';
import { endOnCrash } from './end-on-crash.ts';
import { HangUps } from './hang-ups.ts';
import { reloadOnChange, type ChangeSources } from './reload-on-change.ts';
import { runServer, type RunningGateway, type ServeOverrides } from './run-server.ts';
import { superviseWorkers } from './supervise-workers.ts';
import { answerPrimary } from './worker-channel.ts';

export interface ServeJob {
  /** The configuration file, relative to the working folder. */
  readonly file: string;
  readonly workers: number;
  readonly overrides: ServeOverrides;
}

/** Serves until SIGTERM or SIGINT, and drains then; resolves to the exit code. */
export async function serveUntilStopped(job: ServeJob, sources: SecretSources): Promise<number> {
  const hangUps = new HangUps();
  try {
    return await serveFile(job, sources, hangUps);
  } catch (error) {
    hangUps.stop();
    throw error;
  }
}

async function serveFile(
  { file, workers, overrides }: ServeJob,
  sources: SecretSources,
  hangUps: HangUps,
): Promise<number> {
  const absolute = path.resolve(sources.folder, file);
  // For reloads and workers: the process's own loses its secrets.
  const env = { ...sources.env };
  const loadBy = async (read: (file: string) => Promise<ConfigDocument>) => {
    const loaded = await loadConfigBy(read, absolute, env);
    forgetSecrets(loaded);
    return loaded;
  };
  const loaded = await loadBy(readConfigFile);
  if (workers > 1 && cluster.isPrimary) {
    const { adminPort } = overrides;
    return superviseWorkers({ count: workers, loaded, env, adminPort, hangUps });
  }
  try {
    // Not on the thread that answers requests.
    return await serveHere(loaded, { load: () => loadBy(readConfigApart), hangUps }, overrides);
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
  changes: ChangeSources,
  overrides: ServeOverrides,
): Promise<number> {
  const running = await runServer(loaded, { ...overrides, hasAdmin: cluster.isPrimary });
  endOnCrash((error) => running.logger.fatal({ error }, 'the process ends: nothing caught this'));
  if (cluster.isWorker) answerPrimary(running.admin);
  const stopWatching = reloadOnChange(running, loaded, changes);
  const stopped = stopSignal();
  // After both, because a signal may follow the line at once.
  announce(running);
  await stopped;
  stopWatching();
  running.logger.info('stopping');
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
