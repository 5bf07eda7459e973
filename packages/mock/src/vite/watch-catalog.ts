import path from 'node:path';
import type { MockGateway } from '../mock-gateway.ts';
import { readCatalogFile, type CatalogFile } from '../cli/read-catalog-file.ts';
import { explainCatalogError } from './explain-catalog-error.ts';
import type { ViteDevServer } from './plugin.ts';

/**
 * Serves the models of `file` anew whenever it changes, and reloads the pages. Their overlay shows
 * the mistakes of an invalid file, and the previous models stay in service.
 */
export function watchCatalog(server: ViteDevServer, gateway: MockGateway, file: string): void {
  const { watcher, ws, config } = server;
  const name = path.relative(config.root, file);

  async function reload(): Promise<void> {
    let read: CatalogFile | undefined;
    try {
      read = await readCatalogFile(file);
      const { world } = read;
      await gateway.replaceCatalog(world);
      const count = world.models.length.toLocaleString('en');
      config.logger.info(`[model-gateway] ${name}: ${count} models`, { timestamp: true });
      ws.send({ type: 'full-reload' });
    } catch (error) {
      const err = explainCatalogError(file, (await read?.explain(error)) ?? error);
      config.logger.error(`[model-gateway] ${err.message}`, { timestamp: true });
      ws.send({ type: 'error', err });
    }
  }

  // One after the other, so that what was written last is what stays.
  let reloading = Promise.resolve();
  let settling: NodeJS.Timeout | undefined;
  watcher.add(file);
  watcher.on('all', (_event, changed) => {
    if (path.resolve(config.root, changed) !== file) return;
    clearTimeout(settling);
    settling = setTimeout(() => {
      reloading = reloading.then(reload);
    }, SETTLE_MS).unref();
  });
}

/** Editors empty a file before they write it, and the watcher hides what follows within 50 ms. */
const SETTLE_MS = 75;
