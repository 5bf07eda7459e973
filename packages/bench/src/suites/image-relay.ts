import { assertSameImages } from '../harness/post-once.ts';
import { measureInRounds } from '../harness/round-robin.ts';
import type { Suite } from '../harness/suite.ts';
import { RELAYED } from '../servers/image-routes.ts';
import { TARGETS } from '../targets.ts';
import { inform, judge } from '../verdict.ts';
import { bareGeneration, generation } from './image-requests.ts';
import { startBareImages, startImageGateway, startImageUpstream } from './programs.ts';

/** 16 MB of server-sent events with images from an upstream; CPU per request is CPU per 16 MB. */
export const imageRelaySuite: Suite = {
  name: 'SSE pass-through',
  ids: ['T9', 'T10'],
  async run(bench) {
    const measurements = await measureInRounds(async (running) => {
      const upstream = running.use(await startImageUpstream(bench));
      const bare = running.use(await startBareImages(bench, upstream));
      const bareAgain = running.use(await startBareImages(bench, upstream));
      const connect = running.use(await startImageGateway(bench, upstream));
      const common = { connections: 2, amount: 12 };
      const { manyFrames, oneFrame } = RELAYED;
      const barePipe = { server: bare, request: bareGeneration(manyFrames, true), ...common };
      const bareOne = { server: bare, request: bareGeneration(oneFrame, true), ...common };
      const ours = { server: connect, request: generation(manyFrames, true), ...common };
      const oursOne = { server: connect, request: generation(oneFrame, true), ...common };
      await assertSameImages([barePipe, ours]);
      await assertSameImages([bareOne, oursOne]);
      return {
        'bare pipe': barePipe,
        connect: ours,
        'connect, one frame': oursOne,
        'bare pipe, one frame': bareOne,
        'bare pipe again': { ...barePipe, server: bareAgain },
      };
    }, bench);
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
