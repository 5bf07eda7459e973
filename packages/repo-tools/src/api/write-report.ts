import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
} from '@microsoft/api-extractor';
import { inOneOrder } from './in-one-order.ts';
import type { PublicEntry } from './public-entries.ts';

/** The folder of a package that holds its reports. */
export const REPORT_FOLDER = 'api';

/** Returns the path of an entry's report from the root: `packages/core/api/index.api.md`. */
export function reportPath({ folder, name }: PublicEntry): string {
  return `${folder}/${REPORT_FOLDER}/${name}.api.md`;
}

/**
 * Writes a report of the public types of each entry of one package below `into`, without comments:
 * every exported declaration and, for the main entry, every type that these need. Throws without a
 * build.
 */
export function writeReports(root: string, entries: readonly PublicEntry[], into: string): void {
  const configs = entries.map((entry) => configOf(root, entry, into));
  const [first] = configs;
  if (first === undefined) return;
  // Read once for all entries of the package, because reading takes longest.
  const compilerState = CompilerState.create(first, {
    additionalEntryPoints: configs.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath),
  });
  for (const config of configs) {
    Extractor.invoke(config, {
      compilerState,
      localBuild: true,
      messageCallback(message) {
        message.handled = true;
      },
    });
    writeFileSync(config.reportFilePath, inOneOrder(readFileSync(config.reportFilePath, 'utf8')));
  }
}

function configOf(root: string, entry: PublicEntry, into: string): ExtractorConfig {
  const projectFolder = path.join(root, entry.folder);
  const report = path.join(into, reportPath(entry));
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder,
      mainEntryPointFilePath: path.join(projectFolder, entry.types),
      compiler: { overrideTsconfig: { compilerOptions: COMPILER, files: [entry.types] } },
      apiReport: {
        enabled: true,
        reportFileName: path.basename(report, '.api.md'),
        reportFolder: path.dirname(report),
        reportTempFolder: path.join(tmpdir(), 'model-gateway-api'),
        // Other entries share their types with this one, so their reports would repeat them all.
        includeForgottenExports: entry.name === 'index',
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        compilerMessageReporting: SILENT,
        extractorMessageReporting: SILENT,
        tsdocMessageReporting: SILENT,
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: path.join(projectFolder, 'package.json'),
  });
}

/** `pnpm check:packages` compiles what users get; here only the declarations matter. */
const SILENT = { default: { logLevel: ExtractorLogLevel.None } };

const COMPILER = {
  strict: true,
  exactOptionalPropertyTypes: true,
  module: 'nodenext',
  moduleResolution: 'nodenext',
  target: 'es2022',
  lib: ['es2022', 'esnext.disposable'],
  types: ['node'],
  skipLibCheck: true,
};
