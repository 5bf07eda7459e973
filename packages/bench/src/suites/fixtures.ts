import { fileURLToPath } from 'node:url';
import { ask } from '../harness/ask.ts';
import { printed } from '../harness/output.ts';
import type { Bench, Suite } from '../harness/suite.ts';
import type { ReplayAnswer, ReplayJob, ReplayResult } from '../replay/replay-job.ts';
import { median, ratios } from '../statistics.ts';
import { TARGETS } from '../targets.ts';
import { inform, judge, noiseOf } from '../verdict.ts';

const FEW = 100;
const MANY = 10_000;
/** Processes that load for the first time, which each can do only once. */
const PROCESSES = 5;

/** Loading fixtures, and finding the one of a request among few and among many. */
export const fixturesSuite: Suite = {
  name: 'fixtures',
  ids: ['T16'],
  async run(bench) {
    const few = await measure(bench, FEW, bench.options.rounds);
    const many = await measure(bench, MANY, bench.options.rounds);
    const firstLoads = [many.firstLoadMilliseconds];
    while (firstLoads.length < PROCESSES) {
      firstLoads.push((await measure(bench, MANY, 0)).firstLoadMilliseconds);
    }
    const noise = noiseOf(ratios(many.exactMicroseconds, many.exactMicrosecondsAgain));
    const { exactMicroseconds: exact, partialMicroseconds: partial } = many;
    const warm = { id: 'T16', workload: 'the same, loaded again', unit: 'milliseconds' } as const;
    return {
      noise,
      measured: {
        'microseconds to answer among 100': median(few.exactMicroseconds),
        'microseconds to answer among 10,000': median(exact),
        'the same of partial matches among 100': median(few.partialMicroseconds),
        'the same of partial matches among 10,000': median(partial),
      },
      rows: [
        judge(TARGETS.fixturesLoad, firstLoads, 0),
        inform(warm, many.loadMilliseconds),
        judge(TARGETS.fixturesExact, ratios(exact, few.exactMicroseconds), noise),
        judge(TARGETS.fixturesPartial, ratios(partial, few.partialMicroseconds), noise),
      ],
    };
  },
};

async function measure(bench: Bench, exchanges: number, rounds: number): Promise<ReplayResult> {
  bench.progress(`${exchanges.toLocaleString('en')} exchanges`);
  const file = fileURLToPath(new URL('../replay/process.ts', import.meta.url));
  const child = bench.children.start([process.execPath, file], {
    side: 'server',
    hasChannel: true,
  });
  try {
    await printed(child, /(READY)/);
    const job: ReplayJob = { exchanges, rounds };
    // replay/process.ts answers its job with this.
    const answer = (await ask(child, job)) as ReplayAnswer;
    if ('error' in answer) throw new Error(answer.error);
    return answer.result;
  } finally {
    await bench.children.stop(child);
  }
}
