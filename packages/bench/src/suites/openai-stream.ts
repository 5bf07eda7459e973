import { assertSameImages } from '../harness/post-once.ts';
import { measureInRounds } from '../harness/round-robin.ts';
import type { Suite } from '../harness/suite.ts';
import { OPENAI } from '../servers/image-routes.ts';
import { TARGETS } from '../targets.ts';
import { inform, judge } from '../verdict.ts';
import { bareGeneration, generation } from './image-requests.ts';
import { startBareImages, startImageGateway, startImageUpstream } from './programs.ts';

/** 8 MB of events from an upstream like OpenAI; CPU per request is CPU per 8 MB. */
export const openAiStreamSuite: Suite = {
  name: 'streamed image through openai',
  ids: ['T21'],
  async run(bench) {
    const measurements = await measureInRounds(async (running) => {
      const upstream = running.use(await startImageUpstream(bench));
      const bare = running.use(await startBareImages(bench, upstream));
      const bareAgain = running.use(await startBareImages(bench, upstream));
      const connect = running.use(await startImageGateway(bench, upstream));
      const common = { connections: 2, amount: 24 };
      const { partials, large } = OPENAI;
      const barePipe = { server: bare, request: bareGeneration(partials, true), ...common };
      const bareOne = { server: bare, request: bareGeneration(large, true), ...common };
      const ours = { server: connect, request: generation(partials, true), ...common };
      const oursOne = { server: connect, request: generation(large, true), ...common };
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
        judge(TARGETS.openAiStream, measurements.ratio('bare pipe', 'connect'), noise),
        inform(
          { id: 'T21', workload: 'the same, one frame of 8 MB', unit: 'ratio' },
          measurements.ratio('bare pipe, one frame', 'connect, one frame'),
        ),
      ],
    };
  },
};
