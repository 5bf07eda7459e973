import path from 'node:path';
import { measuredSuite } from '../harness/measured-suite.ts';
import { TARGETS } from '../targets.ts';
import { judge } from '../verdict.ts';
import { TYPICAL_PAGE, varied } from '../workloads.ts';
import { startObservedGateway } from './programs.ts';
import { models } from './requests.ts';

/** What logs and metrics of the server add to the page of T3. */
export const observedPageSuite = measuredSuite({
  name: 'page of 50 with logs and metrics',
  ids: ['T22'],
  async start(bench, running) {
    const fixture = await bench.fixtures.of(400);
    const store = `sqlite:${path.join(bench.fixtures.directory, 'observed.db')}`;
    const server = running.use(await startObservedGateway(bench, fixture, store));
    const { path: page, ...rest } = models(varied(TYPICAL_PAGE));
    const caseOf = (name: string) => ({
      server,
      request: { ...rest, path: `/${name}${page}` },
      connections: 16,
      amount: 800,
    });
    return { off: caseOf('off'), on: caseOf('on'), 'off again': caseOf('offAgain') };
  },
  twice: ['off', 'off again'],
  rows: (measurements, noise) => [
    judge(TARGETS.observedPage, measurements.ratio(['off', 'off again'], 'on'), noise),
  ],
});
