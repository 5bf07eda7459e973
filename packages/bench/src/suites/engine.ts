import type { EngineJob, EngineResult } from '../engine/engine-job.ts';
import { SEED } from '../fixtures/fixtures.ts';
import { runProgram } from '../harness/run-program.ts';
import type { Bench, Suite } from '../harness/suite.ts';
import { median, ratios } from '../statistics.ts';
import { TARGETS } from '../targets.ts';
import { inform, judge, noiseOf } from '../verdict.ts';

const SIZES = [400, 10_000, 100_000] as const;
const HEAP_MEGABYTES = 6000;

/** Selecting a page, without HTTP, and what a large catalog weighs. */
export const engineSuite: Suite = {
  name: 'engine',
  ids: ['T15'],
  async run(bench) {
    const small = await measure(bench, SIZES[0]);
    const medium = await measure(bench, SIZES[1]);
    const large = await measure(bench, SIZES[2]);
    const noise = noiseOf(ratios(large.p50Milliseconds, large.p50MillisecondsAgain));
    const row = (workload: string, milliseconds: readonly number[]) =>
      inform({ id: 'T15', workload, unit: 'milliseconds' }, milliseconds);
    return {
      noise,
      measured: {
        'p50 milliseconds of 400': median(small.p50Milliseconds),
        'p50 milliseconds of 10,000': median(medium.p50Milliseconds),
        'p50 milliseconds of 100,000': median(large.p50Milliseconds),
      },
      rows: [
        judge(TARGETS.engine, large.p50Milliseconds, noise),
        row('the same, p99', large.p99Milliseconds),
        row('the same of 10,000 models, p50', medium.p50Milliseconds),
        row('the same of 400 models, p50', small.p50Milliseconds),
        row('first use of an order, 100,000 models', [large.firstSortMilliseconds]),
        row('indexing 100,000 models', [large.indexMilliseconds]),
        inform({ id: 'T15', workload: 'RSS per model at 100,000 models', unit: 'bytes' }, [
          large.residentBytesPerModel,
        ]),
      ],
    };
  },
};

function measure(bench: Bench, models: number): Promise<EngineResult> {
  bench.progress(`${models.toLocaleString('en')} models`);
  const job: EngineJob = { seed: SEED, models, rounds: bench.options.rounds };
  const flags = ['--expose-gc', `--max-old-space-size=${HEAP_MEGABYTES}`];
  return runProgram(bench.children, 'engine/process.ts', job, flags);
}
