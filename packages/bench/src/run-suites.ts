import type { Bench, Suite, SuiteOutcome } from './harness/suite.ts';
import { percent } from './table.ts';
import { unmeasured } from './verdict.ts';

/** The results of a suite, with its name. */
export type NamedOutcome = SuiteOutcome & { readonly name: string };

/**
 * Runs the suites one after the other; the machine has no room for two. One that ends with an error
 * gets rows that say so, and the others go on.
 */
export async function runSuites(
  suites: readonly Suite[],
  bench: Bench,
  log: (line: string) => void,
): Promise<NamedOutcome[]> {
  const outcomes: NamedOutcome[] = [];
  for (const suite of suites) {
    const outcome = await runSuite(suite, bench);
    log(`${suite.name}: A/A off by ${percent(outcome.noise)}`);
    outcomes.push({ name: suite.name, ...outcome });
  }
  return outcomes;
}

async function runSuite({ name, ids, run }: Suite, bench: Bench): Promise<SuiteOutcome> {
  try {
    return await run({ ...bench, progress: (text) => bench.progress(`${name}: ${text}`) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const rows = ids.map((id) => unmeasured({ id, workload: name }, 'failed', reason));
    return { rows, noise: Number.NaN, measured: {} };
  }
}
