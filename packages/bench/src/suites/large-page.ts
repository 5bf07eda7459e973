import { assertSameAnswer } from '../harness/fetch-once.ts';
import { measuredSuite } from '../harness/measured-suite.ts';
import { TARGETS } from '../targets.ts';
import { judge } from '../verdict.ts';
import { TYPICAL_PAGE, varied } from '../workloads.ts';
import { startBare, startGateway, startNaive } from './programs.ts';
import { models, TINY } from './requests.ts';

/** The typical page when there are 10,000 models to look through. */
export const largePageSuite = measuredSuite({
  name: 'page of 50 of 10,000',
  ids: ['T4'],
  async start(bench, running) {
    const fixture = await bench.fixtures.of(10_000);
    const request = models(varied(TYPICAL_PAGE));
    const bare = running.use(await startBare(bench, fixture));
    const bareAgain = running.use(await startBare(bench, fixture));
    const naive = running.use(await startNaive(bench, fixture));
    const connect = running.use(await startGateway(bench, fixture, 'connect'));
    await assertSameAnswer([bare, naive, connect], request);
    const tiny = { server: bare, request: TINY, connections: 16, amount: 3000 };
    return {
      'bare tiny': tiny,
      'naive page': { server: naive, request, connections: 16, amount: 16 },
      page: { server: connect, request, connections: 16, amount: 400 },
      'bare tiny again': { ...tiny, server: bareAgain },
    };
  },
  twice: ['bare tiny', 'bare tiny again'],
  rows: (measurements, noise) => [
    judge(TARGETS.largePageToTiny, measurements.ratio('bare tiny', 'page'), noise),
    judge(TARGETS.largePageToNaive, measurements.ratio('naive page', 'page'), noise),
  ],
});
