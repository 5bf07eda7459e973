import { unwatchFile, watchFile } from 'node:fs';
import path from 'node:path';
import type { LoadedConfig } from '../config/load-config.ts';
import type { RunningGateway } from './run-server.ts';

/** How often the configuration and the catalog file are checked for changes. */
const LOOK_EVERY_MS = 1000;

/**
 * Reloads on SIGHUP and when the files change, until the function that it returns is called. A bad
 * configuration or catalog is logged, and the previous one stays in service.
 */
export function reloadOnChange(
  running: RunningGateway,
  { file, folder, config }: LoadedConfig,
  load: () => Promise<LoadedConfig>,
): () => void {
  const { logger } = running;
  let last: Promise<void> = Promise.resolve();
  // One at a time, so that the newest state of the files is the last to be read.
  const inTurn = (work: () => Promise<void>, failure: string) => () => {
    last = last.then(work).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      logger.error({ reason }, failure);
    });
  };
  const reload = inTurn(
    () => running.reload(load),
    'configuration not reloaded: the previous one stays in service',
  );
  const refresh = inTurn(
    () => running.refreshCatalog(),
    'catalog file not imported: the previous catalog stays in service',
  );
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
