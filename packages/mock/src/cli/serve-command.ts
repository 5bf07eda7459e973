import type { CatalogReport } from '@model-gateway/core';
import { startMockGateway } from '../start-mock-gateway.ts';
import { progressLine } from './progress.ts';
import { inFile, readCatalogFile, type CatalogFile } from './read-catalog-file.ts';
import { readServeOptions, type ServeOptions } from './serve-options.ts';
import { reportLines, startUpBlock } from './start-up-block.ts';
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
  await running.close();
  return 0;
}

async function start(options: ServeOptions, file: CatalogFile | undefined) {
  const { catalog, quiet } = options;
  let reports: readonly CatalogReport[] = [];
  const progress = progressLine('models');
  try {
    const gateway = await startMockGateway({
      ...options,
      world: file?.world ?? options.world,
      onProgress: quiet ? undefined : progress.update,
      onCatalogReport: (found) => (reports = found),
      onError: (error) => console.error(error),
    });
    progress.clear();
    if (!quiet) {
      const world = await gateway.ready();
      process.stderr.write(reportLines(reports, file?.unmatchedSignals ?? []));
      process.stdout.write(startUpBlock(gateway, world));
    }
    return gateway;
  } catch (error) {
    progress.clear();
    throw catalog === undefined ? error : inFile(catalog, error);
  }
}

/** Resolves at Ctrl-C or when a process manager ends the program. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
}
