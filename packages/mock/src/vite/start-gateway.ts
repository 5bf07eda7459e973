import { connectGateway } from '@model-gateway/connect';
import { createOperationSet } from '@model-gateway/core/kit';
import type { FixtureSet, Replay } from '@model-gateway/fixtures';
import path from 'node:path';
import { readCatalogFile } from '../cli/read-catalog-file.ts';
import { reportLines } from '../cli/start-up-block.ts';
import { toTenantClock } from '../clock/tenant-clock.ts';
import { createHostedGateway } from '../create-mock-gateway.ts';
import { describeFixtures } from '../fixtures/describe-fixtures.ts';
import type { FixtureOptions } from '../fixtures/fixture-options.ts';
import { openFixtures } from '../fixtures/open-fixtures.ts';
import { withSeed } from '../fixtures/with-seed.ts';
import type { MockGateway } from '../mock-gateway.ts';
import { announce } from './announce.ts';
import { basePathsOf } from './base-paths.ts';
import { nothingElse } from './nothing-else.ts';
import type { ModelGatewayPluginOptions } from './plugin-options.ts';
import type { ViteLogger, ViteServer } from './plugin.ts';

/** A gateway that answers on a server of Vite. */
export interface StartedGateway {
  readonly gateway: MockGateway;
  /** The absolute path of its catalog, if it has one. */
  readonly file: string | undefined;
  readonly replay: Replay | undefined;
  /** To be called once Vite's own middlewares are in place. */
  readonly atTheEnd: () => void;
}

/** Starts the gateway of a plugin and mounts it on a server. */
export async function startGateway(
  server: ViteServer,
  options: ModelGatewayPluginOptions,
): Promise<StartedGateway> {
  const { mount = '/v1', catalog, fixtures, mode = 'replay', speed, fallback, ...world } = options;
  const { root, base, logger } = server.config;
  const file = catalog === undefined ? undefined : path.resolve(root, catalog);
  const read = file === undefined ? undefined : await readCatalogFile(file);
  const recorded = fixtures === undefined ? undefined : await readFixtures(fixtures, root);
  const basePaths = basePathsOf(base, mount);
  const clock = toTenantClock(world.clock);
  const fixtureOptions = {
    fixtures: recorded,
    fixturesMode: mode,
    fixturesSpeed: speed,
    fixturesFallback: fallback,
    dialect: world.dialect,
    operations: world.operations,
    onFixtureMiss: missLogger(logger, mode === 'replay'),
  };
  const opened = await openFixtures(fixtureOptions, clock.clock);
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
  const handlers = basePaths.map((basePath) => gateway.handleAt(basePath));
  for (const handler of [...handlers, gateway.handleControl]) {
    server.middlewares.use(connectGateway(handler));
  }
  announce(server, {
    gateway,
    world: loaded,
    basePath: basePaths[0],
    fixtures: recorded && describeFixtures(recorded, mode),
    isReplay: recorded !== undefined && mode === 'replay',
  });
  const operations = createOperationSet(world.operations ?? []);
  const atTheEnd = () => void server.middlewares.use(nothingElse(basePaths, operations));
  return { gateway, file, replay: opened.replay, atTheEnd };
}

/** Prints what no fixture answers: a warning where nothing else answers it either. */
function missLogger(
  logger: ViteLogger,
  isRefused: boolean,
): NonNullable<FixtureOptions['onFixtureMiss']> {
  return ({ code, message, nearest }) => {
    const line = `[model-gateway] ${message} [${code}]`;
    if (isRefused) logger.warn(line, { timestamp: true });
    // The mock answers; a fixture of the same operation was probably to answer it.
    else if (nearest.length > 0) logger.info(line, { timestamp: true });
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
