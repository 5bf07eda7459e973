import { fileURLToPath } from 'node:url';
import { ask } from '../harness/ask.ts';
import { printed } from '../harness/output.ts';
import type { Bench, Suite } from '../harness/suite.ts';
import type { PicturesAnswer, PicturesJob, PicturesResult } from '../pictures/pictures-job.ts';
import { median } from '../statistics.ts';
import { TARGETS } from '../targets.ts';
import { inform, judge } from '../verdict.ts';

/** The cost of an image in a test. */
export const picturesSuite: Suite = {
  name: 'images of the mock',
  ids: ['T23'],
  async run(bench) {
    const small = await measure(bench, 'small');
    const full = await measure(bench, 'full');
    const first = 'the first image in small detail, with what is loaded for it';
    return {
      // There is nothing to compare with.
      noise: 0,
      measured: {
        'milliseconds of a small image': median(small.later),
        'milliseconds of a full image': median(full.later),
      },
      rows: [
        judge(TARGETS.smallImage, small.later, 0),
        inform({ id: 'T23', workload: first, unit: 'milliseconds' }, [small.first]),
        judge(TARGETS.fullImage, full.later, 0),
      ],
    };
  },
};

async function measure(bench: Bench, detail: PicturesJob['detail']): Promise<PicturesResult> {
  bench.progress(`images in ${detail} detail`);
  const file = fileURLToPath(new URL('../pictures/process.ts', import.meta.url));
  const child = bench.children.start([process.execPath, file], {
    side: 'server',
    hasChannel: true,
  });
  try {
    await printed(child, /(READY)/);
    const job: PicturesJob = { detail, rounds: bench.options.rounds };
    // pictures/process.ts answers its job with this.
    const answer = (await ask(child, job)) as PicturesAnswer;
    if ('error' in answer) throw new Error(answer.error);
    return answer.result;
  } finally {
    await bench.children.stop(child);
  }
}
