import type { Command } from 'commander';
import type { CatalogReport } from '@model-gateway/core';
import { startWatchedGateway, type RunningMockGateway } from '../start-mock-gateway.ts';
import { describeFixtures } from '../fixtures/describe-fixtures.ts';
import { openFixtures, reportMiss } from './serve-fixtures.ts';
import { progressLine } from './progress.ts';
import { readCatalogFile, type CatalogFile } from './read-catalog-file.ts';
import { readServeOptions, type ServeOptions } from './serve-options.ts';
import { RequestLines } from './request-lines.ts';
import { reportLines, startUpBlock } from './start-up-block.ts';
import { drainUntilAgain, DRAIN_TIMEOUT_MS, stopSignal } from './stop-signal.ts';

/** Serves requests until a signal stops it. */
export async function serveCommand(command: Command): Promise<number> {
  const options = readServeOptions(command);
  const file = options.catalog === undefined ? undefined : await readCatalogFile(options.catalog);
  const running = await start(options, file);
  await stopSignal();
  running.fixtures?.close();
  await drainUntilAgain(
    () => running.gateway.close({ drainTimeoutMs: DRAIN_TIMEOUT_MS }),
    () => running.gateway.close(),
  );
  endWithoutReader();
  return 0;
}

const FLUSH_MS = 1000;

/** Ends the program even if its standard output, where lines may still be waiting, is not read. */
function endWithoutReader(): void {
  // Unreferenced: a program that ends on its own does not wait. Waiting output keeps it alive.
  // oxlint-disable-next-line unicorn/no-process-exit -- standard output cannot be closed otherwise
  setTimeout(() => process.exit(0), FLUSH_MS).unref();
}

async function start(options: ServeOptions, file: CatalogFile | undefined) {
  // The command's own; the rest are options of the gateway.
  const { quiet, catalog, fixtureFiles: _fixtureFiles, ...gatewayOptions } = options;
  const isStrict = options.fixturesMode !== 'replay-or-mock';
  let reports: readonly CatalogReport[] = [];
  const progress = progressLine('models');
  try {
    const served: { replay?: RunningMockGateway['replay'] } = {};
    const fixtures = await openFixtures(options, () => served.replay);
    const requestLines = quiet ? undefined : new RequestLines({ basePath: options.basePath });
    const gateway = await startWatchedGateway(
      {
        ...gatewayOptions,
        fixtures: fixtures?.fixtures,
        world: file?.world ?? options.world,
        onProgress: quiet ? undefined : progress.update,
        onCatalogReport: (found) => (reports = found),
        onFixtureMiss: quiet ? undefined : (miss) => reportMiss(miss, isStrict),
        onError: (error) => console.error(error),
      },
      requestLines,
    );
    served.replay = gateway.replay;
    progress.clear();
    if (!quiet) {
      const world = await gateway.ready();
      process.stderr.write(reportLines(reports, file?.unmatchedSignals ?? []));
      if (file !== undefined && world.models.length === 0) {
        process.stderr.write(`${catalog} holds no models: every list will be empty\n`);
      }
      process.stdout.write(
        startUpBlock(gateway, world, {
          hasControl: options.control !== false,
          fixtures: fixtures && {
            description: describeFixtures(fixtures.fixtures, options.fixturesMode),
            isStrict,
          },
        }),
      );
    }
    return { gateway, fixtures };
  } catch (error) {
    progress.clear();
    throw file === undefined ? error : await file.explain(error);
  }
}
