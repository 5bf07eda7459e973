import { measuredSuite } from '../harness/measured-suite.ts';
import { RELAYED } from '../servers/image-routes.ts';
import { TARGETS } from '../targets.ts';
import { inform, judge } from '../verdict.ts';
import { startRelay } from './start-relay.ts';

/** 16 MB of server-sent events with images from an upstream; CPU per request is CPU per 16 MB. */
export const imageRelaySuite = measuredSuite({
  name: 'SSE pass-through',
  ids: ['T9', 'T10'],
  start: (bench, running) =>
    startRelay(bench, running, { many: RELAYED.manyFrames, one: RELAYED.oneFrame, amount: 12 }),
  twice: ['bare pipe', 'bare pipe again'],
  rows: (measurements, noise) => [
    judge(TARGETS.sseRelay, measurements.ratio('bare pipe', 'connect'), noise),
    inform(
      { id: 'T9', workload: 'the same, one frame of 16 MB', unit: 'ratio' },
      measurements.ratio('bare pipe, one frame', 'connect, one frame'),
    ),
    judge(TARGETS.sseFrameSize, measurements.ratio('connect', 'connect, one frame'), noise),
  ],
});
