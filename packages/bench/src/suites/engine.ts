import { fileURLToPath } from 'node:url';
import type { EngineAnswer, EngineJob, EngineResult } from '../engine/engine-job.ts';
import { SEED } from '../fixtures/fixtures.ts';
import { ask } from '../harness/ask.ts';
import { printed } from '../harness/output.ts';
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

async function measure(bench: Bench, models: number): Promise<EngineResult> {
  bench.progress(`${models.toLocaleString('en')} models`);
  const file = fileURLToPath(new URL('../engine/process.ts', import.meta.url));
  const child = bench.children.start(
    [process.execPath, '--expose-gc', `--max-old-space-size=${HEAP_MEGABYTES}`, file],
    { side: 'server', hasChannel: true },
  );
  try {
    await printed(child, /(READY)/);
    const job: EngineJob = { seed: SEED, models, rounds: bench.options.rounds };
    // engine/process.ts answers its job with this.
    const answer = (await ask(child, job)) as EngineAnswer;
    if ('error' in answer) throw new Error(answer.error);
    return answer.result;
  } finally {
    await bench.children.stop(child);
  }
}
