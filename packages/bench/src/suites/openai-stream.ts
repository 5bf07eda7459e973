import type { Suite } from '../harness/suite.ts';
import { OPENAI } from '../servers/image-routes.ts';
import { TARGETS } from '../targets.ts';
import { inform, judge } from '../verdict.ts';
import { measureRelay } from './measure-relay.ts';

/** 8 MB of events from an upstream like OpenAI; CPU per request is CPU per 8 MB. */
export const openAiStreamSuite: Suite = {
  name: 'streamed image through openai',
  ids: ['T21'],
  async run(bench) {
    const images = { many: OPENAI.partials, one: OPENAI.large, amount: 24 };
    const measurements = await measureRelay(bench, images);
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
