/** `pnpm bench`: measures the targets and prints them as a table. */
import { writeFileSync } from 'node:fs';
import { buildPackages } from './build.ts';
import { Fixtures } from './fixtures/fixtures.ts';
import { Children } from './harness/children.ts';
import { leaveServerCore } from './harness/cores.ts';
import { startLoad } from './harness/load.ts';
import { readOptions, USAGE, type BenchOptions } from './options.ts';
import { progressLine } from './progress-line.ts';
import { toReport } from './report.ts';
import { runSuites } from './run-suites.ts';
import { SUITES } from './suites/index.ts';
import { renderTable } from './table.ts';

try {
  const ids = [...new Set(SUITES.flatMap((suite) => suite.ids))];
  const options = readOptions(process.argv.slice(2), ids);
  if (options.help) process.stdout.write(USAGE);
  else await bench(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function bench(options: BenchOptions): Promise<void> {
  const { only, suite, build, json } = options;
  using line = progressLine(process.stderr);
  if (build) {
    line.update('building the packages');
    buildPackages();
  }
  leaveServerCore();
  using children = new Children();
  using fixtures = new Fixtures();
  endWithSignals(children, fixtures);

  const load = await startLoad(children);
  const chosen = SUITES.filter(
    ({ ids, name }) =>
      (only === undefined || ids.some((id) => only.includes(id))) && name.includes(suite ?? ''),
  );
  if (chosen.length === 0) throw new Error(`no suite of these has a name with "${suite}"`);
  let numbers = 0;
  const takeNumbers = (count: number) => (numbers += count) - count;
  const context = { options, children, fixtures, load, takeNumbers, progress: line.update };
  const outcomes = await runSuites(chosen, context, line.log);
  line.update('');

  process.stdout.write(`\n${renderTable(outcomes.flatMap(({ rows }) => rows))}\n`);
  if (json !== undefined)
    writeFileSync(json, `${JSON.stringify(toReport(outcomes, options), null, 2)}\n`);
}

/** Ctrl-C leaves nothing behind either: no process and no file. */
function endWithSignals(...owned: readonly Disposable[]): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      for (const one of owned) one[Symbol.dispose]();
      process.kill(process.pid, signal);
    });
  }
}
