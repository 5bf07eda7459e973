import path from 'node:path';
import type { Replay, ReplayMode } from '@model-gateway/fixtures';
import type { WatchFolders } from '@model-gateway/fixtures/node';
import { describeFixtures } from '../fixtures/describe-fixtures.ts';
import { explainFixtureError } from './explain-fixture-error.ts';
import type { ViteDevServer } from './plugin.ts';

/**
 * Loads fixtures anew whenever one of their files changes, and reloads the pages. Their overlay
 * shows mistakes, and the previous fixtures stay in service.
 */
export async function watchFixtureFiles(
  server: ViteDevServer,
  replay: Replay,
  { patterns, mode }: { readonly patterns: string | readonly string[]; readonly mode: ReplayMode },
): Promise<void> {
  const { ws, config } = server;
  const { root: cwd, logger } = config;
  const { watchFixtures } = await import('@model-gateway/fixtures/node');
  const { fixtures } = await watchFixtures(patterns, {
    cwd,
    watchFolders: watchWithVite(server),
    onChange(changed) {
      replay.replaceFixtures(changed);
      logger.info(`[model-gateway] ${describeFixtures(changed, mode)}`, { timestamp: true });
      if (JSON.stringify(changed.seed) !== seed) {
        const text = 'the seed has changed: it counts when Vite is started again';
        logger.warn(`[model-gateway] ${text}`, { timestamp: true });
      }
      ws.send({ type: 'full-reload' });
    },
    onBroken(error) {
      const err = explainFixtureError(cwd, error);
      logger.error(`[model-gateway] ${err.message}`, { timestamp: true });
      ws.send({ type: 'error', err });
    },
  });
  const seed = JSON.stringify(fixtures.seed);
}

/** Vite has a watcher, which ends with the server. */
function watchWithVite({ watcher, config }: ViteDevServer): WatchFolders {
  return (folders, onChange) => {
    for (const folder of folders) watcher.add(folder);
    watcher.on('all', (_event, changed) => onChange(path.resolve(config.root, changed)));
    return () => {};
  };
}
