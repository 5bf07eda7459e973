import { fetchOnce } from '../harness/fetch-once.ts';
import { measuredSuite } from '../harness/measured-suite.ts';
import { TARGETS } from '../targets.ts';
import { judge } from '../verdict.ts';
import { startBare, startGateway } from './programs.ts';
import { models, revalidation, TINY, UNAUTHORIZED } from './requests.ts';

/** Answers of GET /models that hold no list: the whole path and nothing to show for it. */
export const withoutListSuite = measuredSuite({
  name: '304 and 401',
  ids: ['T7'],
  async start(bench, running) {
    const fixture = await bench.fixtures.of(400);
    const bare = running.use(await startBare(bench, fixture));
    const bareAgain = running.use(await startBare(bench, fixture));
    const connect = running.use(await startGateway(bench, fixture, 'connect'));
    const { headers } = await fetchOnce(connect, models());
    const notModified = revalidation(headers.etag ?? '');
    const common = { connections: 16, amount: 2500 };
    return {
      'bare tiny': { server: bare, request: TINY, ...common },
      '304': { server: connect, request: notModified, ...common },
      '401': { server: connect, request: UNAUTHORIZED, ...common },
      'bare tiny again': { server: bareAgain, request: TINY, ...common },
    };
  },
  twice: ['bare tiny', 'bare tiny again'],
  rows: (measurements, noise) => [
    judge(TARGETS.notModified, measurements.ratio('bare tiny', '304'), noise),
    judge(TARGETS.unauthorized, measurements.ratio('bare tiny', '401'), noise),
  ],
});
