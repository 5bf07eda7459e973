/**
 * `pnpm check:packages`, after `pnpm build`: packs the published packages, inspects the tarballs,
 * and uses them from projects outside this repository, as its documents say, too, and from copies
 * of its examples.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleProblems } from './release/bundle-problems.ts';
import type { CheckResult } from './release/check-result.ts';
import { commonJsProblems } from './release/commonjs-problems.ts';
import { compilePrograms } from './release/compile-programs.ts';
import { createConsumerProject } from './release/consumer-project.ts';
import { contentsProblems } from './release/contents-problems.ts';
import { documentedProblems } from './release/documented-problems.ts';
import { jestProblems } from './release/jest-problems.ts';
import { examplesProblems } from './release/examples-problems.ts';
import { sizeProblems } from './release/size-problems.ts';
import { manifestProblems } from './release/manifest-problems.ts';
import { nodeVersions, type NodeProgram } from './release/node-versions.ts';
import { noticesProblems } from './release/notices-problems.ts';
import { packPackages, type PackedPackage } from './release/pack-packages.ts';
import { startPackedRegistry } from './release/packed-registry.ts';
import { publintProblems } from './release/publint-problems.ts';
import { resultTable } from './release/result-table.ts';
import { runPrograms } from './release/run-programs.ts';
import { SMOKE_TESTS } from './release/smoke-tests.ts';
import { typesProblems } from './release/types-problems.ts';
import { ROOT } from './repository.ts';
import { runCommand } from './run-command.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'model-gateway-packages-'));
try {
  report(await checkPackages(folder));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function checkPackages(temporary: string): Promise<readonly CheckResult[]> {
  const tarballs = path.join(temporary, 'tarballs');
  const consumer = path.join(temporary, 'consumer');
  for (const each of [tarballs, consumer]) mkdirSync(each);

  const packed = await packPackages(ROOT, tarballs);
  const inspected = await Promise.all(packed.map(inspect));
  await createConsumerProject(consumer, packed, path.join(import.meta.dirname, '../test/smoke'));
  const loaded = await Promise.all(packed.map((one) => commonJsResult(one, consumer)));
  const compiled = await compilePrograms(consumer);
  const bundled = await bundleProblems(consumer);
  const nodes = await nodeVersions(consumer);
  // One waits for npm and for servers while the other computes.
  const both = [installedResults(packed, temporary), ranResults(packed, consumer, nodes)] as const;
  // When one fails, the other still uses the folder, which goes with the failure.
  await Promise.allSettled(both);
  const [installed, ran] = await Promise.all(both);
  console.log(`Node ${nodes.map(({ version }) => version).join(', ')}`);
  return [...inspected.flat(), ...loaded, ...ran, ...bundled, ...compiled, ...installed];
}

/** What the programs and the specs say on each Node. */
async function ranResults(
  packed: readonly PackedPackage[],
  consumer: string,
  nodes: readonly NodeProgram[],
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const node of nodes) {
    results.push(...(await runPrograms(consumer, node)));
    results.push(await jestProblems(consumer, packed, node));
  }
  return results;
}

/** What users install from the registry: as the documents say, and for an example. */
async function installedResults(
  packed: readonly PackedPackage[],
  temporary: string,
): Promise<readonly CheckResult[]> {
  const { stdout } = await runCommand('npm', ['config', 'get', 'registry'], { cwd: temporary });
  const upstream = stdout.trim();
  const { ok } = await runCommand('npm', ['view', 'npm', 'version'], { cwd: temporary });
  if (!ok) {
    console.log(
      `${upstream} does not answer, so examples and what the documents install were not tried.`,
    );
    return [];
  }
  await using registry = await startPackedRegistry(packed, upstream);
  return [
    ...(await documentedProblems(ROOT, registry, temporary)),
    ...(await examplesProblems(ROOT, registry, temporary)),
  ];
}

async function commonJsResult(packed: PackedPackage, consumer: string): Promise<CheckResult> {
  const problems = await commonJsProblems(packed, consumer);
  return { row: packed.name, column: 'require', problems };
}

async function inspect(packed: PackedPackage): Promise<readonly CheckResult[]> {
  const row = packed.name;
  const source = path.join(ROOT, 'packages', path.basename(row));
  const hasSmokeTest = SMOKE_TESTS.some((test) => test.package === row);
  return [
    { row, column: 'contents', problems: contentsProblems(packed) },
    { row, column: 'size', problems: sizeProblems(packed) },
    { row, column: 'notices', problems: noticesProblems(packed, source) },
    { row, column: 'manifest', problems: manifestProblems(packed) },
    { row, column: 'publint', problems: await publintProblems(packed) },
    { row, column: 'types', problems: await typesProblems(packed) },
    { row, column: 'smoke', problems: hasSmokeTest ? [] : [`Add ${row} to smoke-tests.ts.`] },
  ];
}

function report(results: readonly CheckResult[]): void {
  console.log(`${resultTable(results)}\n`);
  const failed = results.filter(({ problems }) => problems.length > 0);
  for (const { row, column, problems } of failed) {
    console.error(`${row}, ${column}:\n${problems.map(indent).join('\n')}\n`);
  }
  if (failed.length > 0) process.exitCode = 1;
  else console.log('All packages are ready to publish.');
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
