import { connectGateway } from '@model-gateway/connect';
import path from 'node:path';
import { reportLines } from '../cli/start-up-block.ts';
import {
  createMockGateway,
  type MockGateway,
  type MockGatewayOptions,
} from '../create-mock-gateway.ts';
import { inFile, readCatalogFile } from '../cli/read-catalog-file.ts';
import { announce } from './announce.ts';
import { basePathsOf } from './base-paths.ts';
import { nothingElse } from './nothing-else.ts';
import type { ModelGatewayPlugin, ViteServer } from './plugin.ts';
import { watchCatalog } from './watch-catalog.ts';

export interface ModelGatewayPluginOptions extends Omit<
  MockGatewayOptions,
  'basePath' | 'onCatalogReport' | 'onError' | 'onProgress'
> {
  /** The path under which the gateway is reached; `/v1` by default. Vite's `base` may come first. */
  readonly mount?: string | undefined;
  /**
   * Serve the models of this JSON file, relative to Vite's root, and again whenever it changes.
   * Credits, destinations and everything else stay as they are then.
   */
  readonly catalog?: string | undefined;
}

/**
 * A Vite plugin: the mock under a path of the dev server and of the preview server, so that the
 * page finds it on its own origin and there is no second port.
 */
export function modelGateway(options: ModelGatewayPluginOptions = {}): ModelGatewayPlugin {
  const { mount = '/v1', catalog, ...world } = options;
  if (!mount.startsWith('/')) {
    throw new TypeError(`mount must begin with "/", got ${JSON.stringify(mount)}`);
  }
  if (catalog !== undefined && world.world !== undefined) {
    throw new TypeError('a gateway has one world: give either catalog or world');
  }

  async function start(server: ViteServer): Promise<Started> {
    const { root, base, logger } = server.config;
    const file = catalog === undefined ? undefined : path.resolve(root, catalog);
    const read = file === undefined ? undefined : await readCatalogFile(file);
    const gateway = createMockGateway({
      ...world,
      world: read === undefined ? world.world : { ...read.world, name: `from ${catalog}` },
      onCatalogReport(reports) {
        const lines = reportLines(reports, []);
        if (lines !== '') logger.warn(`[model-gateway] ${lines.trimEnd()}`, { timestamp: true });
      },
      onError: (error) => logger.error(`[model-gateway] ${String(error)}`, { timestamp: true }),
    });
    const loaded = await gateway.ready().catch((error: unknown) => {
      throw file === undefined ? error : inFile(file, error);
    });
    const basePaths = basePathsOf(base, mount);
    for (const basePath of basePaths) {
      server.middlewares.use(connectGateway(gateway.handleAt(basePath)));
    }
    announce(server, { gateway, world: loaded, basePath: basePaths[0] });
    // Vite calls this once its own middlewares are in place.
    const atTheEnd = () => server.middlewares.use(nothingElse(basePaths));
    return { gateway, file, atTheEnd };
  }

  return {
    name: 'model-gateway',
    async configureServer(server) {
      const { gateway, file, atTheEnd } = await start(server);
      if (file !== undefined) watchCatalog(server, gateway, file);
      return () => void atTheEnd();
    },
    async configurePreviewServer(server) {
      const { atTheEnd } = await start(server);
      return () => void atTheEnd();
    },
  };
}

interface Started {
  readonly gateway: MockGateway;
  readonly file: string | undefined;
  readonly atTheEnd: () => unknown;
}
