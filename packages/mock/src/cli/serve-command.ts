import { inspect } from 'node:util';
import type { Command } from 'commander';
import type { CatalogReport } from '@model-gateway/core';
import { startWatchedGateway, type RunningMockGateway } from '../start-mock-gateway.ts';
import { describeFixtures } from '../fixtures/describe-fixtures.ts';
import { drainUntilAgain, DRAIN_TIMEOUT_MS } from './drain-until-again.ts';
import type { Io } from './io.ts';
import { openFixtures, reportMiss } from './serve-fixtures.ts';
import { progressLine } from './progress.ts';
import { readCatalogFile, type CatalogFile } from './read-catalog-file.ts';
import { readServeOptions, type ServeOptions } from './serve-options.ts';
import { RequestLines } from './request-lines.ts';
import { reportLines, startUpBlock } from './start-up-block.ts';

/** Serves requests until a signal stops it. */
export async function serveCommand(command: Command, io: Io): Promise<number> {
  const options = readServeOptions(command);
  const file = options.catalog === undefined ? undefined : await readCatalogFile(options.catalog);
  const running = await start(options, file, io);
  const stopped = io.stopSignal();
  // After that, because a signal may follow the text at once.
  io.stdout.write(running.announcement);
  await stopped;
  running.fixtures?.close();
  await drainUntilAgain(
    io,
    () => running.gateway.close({ drainTimeoutMs: DRAIN_TIMEOUT_MS }),
    () => running.gateway.close(),
  );
  io.endWithoutReader();
  return 0;
}

async function start(options: ServeOptions, file: CatalogFile | undefined, io: Io) {
  const { stdout, stderr, env } = io;
  // The command's own; the rest are options of the gateway.
  const { quiet, catalog, fixtureFiles: _fixtureFiles, ...gatewayOptions } = options;
  const isStrict = options.fixturesMode !== 'replay-or-mock';
  let reports: readonly CatalogReport[] = [];
  const progress = progressLine('models', stderr);
  let announcement = '';
  try {
    const served: { replay?: RunningMockGateway['replay'] } = {};
    const fixtures = await openFixtures(options, () => served.replay, io);
    const lines = { basePath: options.basePath, output: stdout, noColor: env['NO_COLOR'] };
    const requestLines = quiet ? undefined : new RequestLines(lines);
    const gateway = await startWatchedGateway(
      {
        ...gatewayOptions,
        fixtures: fixtures?.fixtures,
        world: file?.world ?? options.world,
        onProgress: quiet ? undefined : progress.update,
        onCatalogReport: (found) => (reports = found),
        onFixtureMiss: quiet ? undefined : (miss) => reportMiss(miss, isStrict, stderr),
        onError: (error) => stderr.write(`${inspect(error)}\n`),
      },
      { traffic: requestLines, inTurns: true },
    );
    served.replay = gateway.replay;
    progress.clear();
    if (!quiet) {
      const world = await gateway.ready();
      stderr.write(reportLines(reports, file?.unmatchedSignals ?? []));
      if (file !== undefined && world.models.length === 0) {
        stderr.write(`${catalog} holds no models: every list will be empty\n`);
      }
      announcement = startUpBlock(gateway, world, {
        hasControl: options.control !== false,
        fixtures: fixtures && {
          description: describeFixtures(fixtures.fixtures, options.fixturesMode),
          isStrict,
        },
      });
    }
    return { gateway, fixtures, announcement };
  } catch (error) {
    progress.clear();
    throw file === undefined ? error : await file.explain(error);
  }
}
