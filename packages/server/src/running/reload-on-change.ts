import { unwatchFile, watchFile } from 'node:fs';
import path from 'node:path';
import type { LoadedConfig } from '../loading/load-config.ts';
import type { HangUps } from './hang-ups.ts';
import type { RunningGateway } from './run-server.ts';

/** How often the configuration and the catalog file are checked for changes. */
const WATCHING = { interval: 1000, persistent: false };

export interface ChangeSources {
  /** Reads the configuration again. */
  readonly load: () => Promise<LoadedConfig>;
  readonly hangUps: HangUps;
}

/**
 * Reloads on SIGHUP and when the files change, until the function that it returns is called. A bad
 * configuration or catalog is logged, and the previous one stays in service.
 */
export function reloadOnChange(
  running: RunningGateway,
  { file, folder }: LoadedConfig,
  { load, hangUps }: ChangeSources,
): () => void {
  const { logger } = running;
  let isOver = false;
  let last: Promise<void> = Promise.resolve();
  // One at a time, so that the newest state of the files is the last to be read.
  const inTurn = (work: () => Promise<void>, failure: string) => () => {
    last = last
      .then(() => (isOver ? undefined : work()))
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        logger.error({ reason }, failure);
      });
  };
  const refresh = inTurn(
    () => running.refreshCatalog(),
    'catalog file not imported: the previous catalog stays in service',
  );
  let catalog: string | undefined;
  /** Watches the catalog file of the configuration in service, which a reload may have changed. */
  const watchCatalog = () => {
    const { file: name } = running.config().catalog;
    const next = name === null ? undefined : path.resolve(folder, name);
    if (next === catalog) return;
    if (catalog !== undefined) unwatchFile(catalog, refresh);
    catalog = next;
    if (catalog === undefined) return;
    watchFile(catalog, WATCHING, refresh);
    // For what changed between the reload and now.
    refresh();
  };
  const reload = inTurn(
    () => running.reload(load).then(watchCatalog),
    'configuration not reloaded: the previous one stays in service',
  );
  hangUps.follow(reload);
  watchFile(file, WATCHING, reload);
  watchCatalog();
  return () => {
    isOver = true;
    unwatchFile(file, reload);
    if (catalog !== undefined) unwatchFile(catalog, refresh);
  };
}
