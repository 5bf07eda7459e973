import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../repository.ts';
import { createCompileCheck } from './create-compile-check.ts';
import { applyMutant, diffOf, type Mutant, type MutantDiff } from './mutant.ts';
import { mutantsOf } from './mutants-of.ts';
import { runTests } from './run-tests.ts';
import { testsOf } from './targets.ts';

export interface MutationResult {
  readonly file: string;
  readonly killed: number;
  /** The lines of killed mutants that reached the time limit, most of them endless loops. */
  readonly timedOut: readonly number[];
  /** Mutants that the compiler rejects. */
  readonly refused: number;
  readonly survivors: readonly (MutantDiff & Pick<Mutant, 'mutator'>)[];
}

/** Generous, because a mutant that is merely slow on a busy machine must not count as detected. */
const SLOWEST_START_MS = 15_000;
const TIMES_UNCHANGED = 10;

/**
 * Tries every mutant of a source file, given as a path below the root, against the tests that
 * belong to it, `jobs` at a time. Throws when these tests fail without any change.
 */
export async function tryMutants(file: string, jobs: number): Promise<MutationResult> {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  const tests = testsOf(file);
  const unchanged = await runTests({ tests, file, source, limitMs: 120_000 });
  if (unchanged.kind !== 'passed' || unchanged.tests === 0) {
    const why = unchanged.kind === 'failed' ? unchanged.why : unchanged.kind;
    throw new Error(`The tests of ${file} must pass before it is changed: ${why}`);
  }
  const limitMs = SLOWEST_START_MS + TIMES_UNCHANGED * unchanged.ms;

  const compiles = createCompileCheck(file);
  const all = mutantsOf(source);
  const mutants = all.filter((mutant) => compiles(applyMutant(source, mutant)));
  const verdicts = await inTurn(mutants, jobs, async (mutant) => {
    const run = { tests, file, source: applyMutant(source, mutant), limitMs };
    return { mutant, kind: (await runTests(run)).kind };
  });

  const survivors = verdicts
    .filter(({ kind }) => kind === 'passed')
    .map(({ mutant }) => ({ ...diffOf(source, mutant), mutator: mutant.mutator }));
  return {
    file,
    killed: mutants.length - survivors.length,
    timedOut: verdicts
      .filter(({ kind }) => kind === 'timed out')
      .map(({ mutant }) => diffOf(source, mutant).line),
    refused: all.length - mutants.length,
    survivors,
  };
}

/** Maps with at most `jobs` concurrent calls, keeping the order. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  jobs: number,
  map: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await map(item);
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return results;
}
