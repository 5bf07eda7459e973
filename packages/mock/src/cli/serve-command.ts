import type { CatalogReport } from '@model-gateway/core';
import { startMockGateway, type RunningMockGateway } from '../start-mock-gateway.ts';
import { describeFixtures } from '../fixtures/describe-fixtures.ts';
import { openFixtures, reportMiss } from './serve-fixtures.ts';
import { progressLine } from './progress.ts';
import { inFile, readCatalogFile, type CatalogFile } from './read-catalog-file.ts';
import { readServeOptions, type ServeOptions } from './serve-options.ts';
import { reportLines, startUpBlock } from './start-up-block.ts';
import { drainUntilAgain, DRAIN_TIMEOUT_MS, stopSignal } from './stop-signal.ts';
import { USAGE } from './usage.ts';

/** `model-gateway-mock serve`: runs until it is told to stop. */
export async function serveCommand(args: readonly string[]): Promise<number> {
  const options = readServeOptions(args);
  if (options.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const file = options.catalog === undefined ? undefined : await readCatalogFile(options.catalog);
  const running = await start(options, file);
  await stopSignal();
  running.fixtures?.close();
  await drainUntilAgain(
    () => running.gateway.close({ drainTimeoutMs: DRAIN_TIMEOUT_MS }),
    () => running.gateway.close(),
  );
  return 0;
}

async function start(options: ServeOptions, file: CatalogFile | undefined) {
  const { catalog, quiet } = options;
  let reports: readonly CatalogReport[] = [];
  const progress = progressLine('models');
  try {
    const served: { replay?: RunningMockGateway['replay'] } = {};
    const fixtures = await openFixtures(options, () => served.replay);
    const gateway = await startMockGateway({
      ...options,
      fixtures: fixtures?.fixtures,
      world: file?.world ?? options.world,
      onProgress: quiet ? undefined : progress.update,
      onCatalogReport: (found) => (reports = found),
      onFixtureMiss: quiet || options.fixturesMode === 'replay-or-mock' ? undefined : reportMiss,
      onError: (error) => console.error(error),
    });
    served.replay = gateway.replay;
    progress.clear();
    if (!quiet) {
      const world = await gateway.ready();
      process.stderr.write(reportLines(reports, file?.unmatchedSignals ?? []));
      process.stdout.write(
        startUpBlock(
          gateway,
          world,
          fixtures && describeFixtures(fixtures.fixtures, options.fixturesMode),
        ),
      );
    }
    return { gateway, fixtures };
  } catch (error) {
    progress.clear();
    throw catalog === undefined ? error : inFile(catalog, error);
  }
}
