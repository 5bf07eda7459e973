import { connectGateway } from '@model-gateway/connect';
import type { GatewayHandler } from '@model-gateway/core/http';
import { createOperationSet } from '@model-gateway/core/kit';
import type { FixtureSet, Replay, ReplayMode } from '@model-gateway/fixtures';
import path from 'node:path';
import { reportLines } from '../cli/start-up-block.ts';
import { toTenantClock } from '../clock/tenant-clock.ts';
import { createHostedGateway } from '../create-mock-gateway.ts';
import type { MockGateway, MockGatewayOptions } from '../mock-gateway.ts';
import { readCatalogFile } from '../cli/read-catalog-file.ts';
import { describeFixtures } from '../fixtures/describe-fixtures.ts';
import { openFixtures } from '../fixtures/open-fixtures.ts';
import { withSeed } from '../fixtures/with-seed.ts';
import { announce } from './announce.ts';
import { basePathsOf } from './base-paths.ts';
import { nothingElse } from './nothing-else.ts';
import type { ModelGatewayPlugin, ViteServer } from './plugin.ts';
import { watchCatalog } from './watch-catalog.ts';
import { watchFixtureFiles } from './watch-fixture-files.ts';

export interface ModelGatewayPluginOptions extends Omit<
  MockGatewayOptions,
  'basePath' | 'onCatalogReport' | 'onError' | 'onProgress'
> {
  /** The path under which the gateway is reached; `/v1` by default. Vite's `base` may come first. */
  readonly mount?: string | undefined;
  /**
   * Serves the models of this JSON file, relative to Vite's root, and reloads them when it changes.
   * Credits, destinations and everything else stay.
   */
  readonly catalog?: string | undefined;
  /**
   * Fixture files that answer before the mock: glob patterns or folders relative to Vite's root.
   * They are reloaded when one changes.
   */
  readonly fixtures?: string | readonly string[] | undefined;
  /**
   * `replay`, the default, refuses what no fixture answers; in `replay-or-mock` the mock answers
   * it. The other modes need a `fallback`.
   */
  readonly mode?: ReplayMode | undefined;
  /** The speed of streams relative to the recording; 1 by default. */
  readonly speed?: number | undefined;
  /** Answers in place of the mock: a recorder, an upstream. */
  readonly fallback?: GatewayHandler | undefined;
}

/**
 * A Vite plugin: the mock under a path of the dev server and of the preview server, so that the
 * page finds it on its own origin and there is no second port.
 */
export function modelGateway(options: ModelGatewayPluginOptions = {}): ModelGatewayPlugin {
  const { mount = '/v1', catalog, fixtures, mode = 'replay', speed, fallback, ...world } = options;
  if (!mount.startsWith('/')) {
    throw new TypeError(`mount must begin with "/", got ${JSON.stringify(mount)}`);
  }
  if (catalog !== undefined && world.world !== undefined) {
    throw new TypeError('a gateway has one world: pass either catalog or world');
  }

  async function start(server: ViteServer): Promise<Started> {
    const { root, base, logger } = server.config;
    const file = catalog === undefined ? undefined : path.resolve(root, catalog);
    const read = file === undefined ? undefined : await readCatalogFile(file);
    const recorded = fixtures === undefined ? undefined : await readFixtures(fixtures, root);
    const basePaths = basePathsOf(base, mount);
    const operations = createOperationSet(world.operations ?? []);
    const clock = toTenantClock(world.clock);
    const opened = await openFixtures(
      {
        fixtures: recorded,
        fixturesMode: mode,
        fixturesSpeed: speed,
        fixturesFallback: fallback,
        dialect: world.dialect,
        operations: world.operations,
        onFixtureMiss({ code, message, nearest }) {
          const line = `[model-gateway] ${message} [${code}]`;
          if (mode === 'replay') logger.warn(line, { timestamp: true });
          // The mock answers; a fixture of the same operation was probably to answer it.
          else if (nearest.length > 0) logger.info(line, { timestamp: true });
        },
      },
      clock.clock,
    );
    const gateway = createHostedGateway(
      {
        basePath: basePaths[0],
        ...(await withSeed(world, recorded)),
        ...(read && { world: { ...read.world, name: `from ${catalog}` } }),
        onCatalogReport(reports) {
          const lines = reportLines(reports, []);
          if (lines !== '') logger.warn(`[model-gateway] ${lines.trimEnd()}`, { timestamp: true });
        },
        onError: (error) => logger.error(`[model-gateway] ${String(error)}`, { timestamp: true }),
      },
      { clock, fixtures: opened },
    );
    const loaded = await gateway.ready().catch(async (error: unknown) => {
      throw read === undefined ? error : await read.explain(error);
    });
    for (const basePath of basePaths) {
      server.middlewares.use(connectGateway(gateway.handleAt(basePath)));
    }
    server.middlewares.use(connectGateway(gateway.handleControl));
    announce(server, {
      gateway,
      world: loaded,
      basePath: basePaths[0],
      fixtures: recorded && describeFixtures(recorded, mode),
      isReplay: recorded !== undefined && mode === 'replay',
    });
    // Vite calls this once its own middlewares are in place.
    const atTheEnd = () => server.middlewares.use(nothingElse(basePaths, operations));
    return { gateway, file, replay: opened.replay, atTheEnd };
  }

  return {
    name: 'model-gateway',
    async configureServer(server) {
      const { gateway, file, replay, atTheEnd } = await start(server);
      if (file !== undefined) watchCatalog(server, gateway, file);
      if (fixtures !== undefined && replay !== undefined) {
        await watchFixtureFiles(server, replay, { patterns: fixtures, mode });
      }
      return () => void atTheEnd();
    },
    async configurePreviewServer(server) {
      const { atTheEnd } = await start(server);
      return () => void atTheEnd();
    },
  };
}

async function readFixtures(
  patterns: string | readonly string[],
  cwd: string,
): Promise<FixtureSet> {
  // Imported only here, because most mocks have no fixtures and reading them takes a YAML parser.
  const { loadFixtures } = await import('@model-gateway/fixtures/node');
  return loadFixtures(patterns, { cwd });
}

interface Started {
  readonly gateway: MockGateway;
  readonly file: string | undefined;
  readonly replay: Replay | undefined;
  readonly atTheEnd: () => unknown;
}
