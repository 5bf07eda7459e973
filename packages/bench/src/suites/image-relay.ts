import type { Suite } from '../harness/suite.ts';
import { RELAYED } from '../servers/image-routes.ts';
import { TARGETS } from '../targets.ts';
import { inform, judge } from '../verdict.ts';
import { measureRelay } from './measure-relay.ts';

/** 16 MB of server-sent events with images from an upstream; CPU per request is CPU per 16 MB. */
export const imageRelaySuite: Suite = {
  name: 'SSE pass-through',
  ids: ['T9', 'T10'],
  async run(bench) {
    const images = { many: RELAYED.manyFrames, one: RELAYED.oneFrame, amount: 12 };
    const measurements = await measureRelay(bench, images);
    const noise = measurements.noise('bare pipe', 'bare pipe again');
    return {
      noise,
      measured: measurements.summary(),
      rows: [
        judge(TARGETS.sseRelay, measurements.ratio('bare pipe', 'connect'), noise),
        inform(
          { id: 'T9', workload: 'the same, one frame of 16 MB', unit: 'ratio' },
          measurements.ratio('bare pipe, one frame', 'connect, one frame'),
        ),
        judge(TARGETS.sseFrameSize, measurements.ratio('connect', 'connect, one frame'), noise),
      ],
    };
  },
};
