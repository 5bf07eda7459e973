import { measuredSuite } from '../harness/measured-suite.ts';
import { OPENAI } from '../servers/image-routes.ts';
import { TARGETS } from '../targets.ts';
import { inform, judge } from '../verdict.ts';
import { startRelay } from './start-relay.ts';

/** 8 MB of events from an upstream like OpenAI; CPU per request is CPU per 8 MB. */
export const openAiStreamSuite = measuredSuite({
  name: 'streamed image through openai',
  ids: ['T21'],
  start: (bench, running) =>
    startRelay(bench, running, { many: OPENAI.partials, one: OPENAI.large, amount: 24 }),
  twice: ['bare pipe', 'bare pipe again'],
  rows: (measurements, noise) => [
    judge(TARGETS.openAiStream, measurements.ratio('bare pipe', 'connect'), noise),
    inform(
      { id: 'T21', workload: 'the same, one frame of 8 MB', unit: 'ratio' },
      measurements.ratio('bare pipe, one frame', 'connect, one frame'),
    ),
  ],
});
