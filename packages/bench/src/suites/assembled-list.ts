import { assertSameAnswer } from '../harness/fetch-once.ts';
import { measuredSuite } from '../harness/measured-suite.ts';
import { TARGETS } from '../targets.ts';
import { judge } from '../verdict.ts';
import { startBare, startGateway } from './programs.ts';
import { models } from './requests.ts';

/** The default, spelled out: the same list, which is now put together for each request. */
const SPELLED_OUT = '?output_modalities=text&_={n}';

/** The whole list, model by model. */
export const assembledListSuite = measuredSuite({
  name: 'default list assembled per request',
  ids: ['T6'],
  async start(bench, running) {
    const fixture = await bench.fixtures.of(400);
    // For bare node:http, whose answer to a request with parameters then is the whole list, too.
    const listAsPage = { ...fixture, pageFile: fixture.listFile };
    const request = models(SPELLED_OUT);
    const common = { request, connections: 16, amount: 300 };

    const bare = running.use(await startBare(bench, listAsPage));
    const bareAgain = running.use(await startBare(bench, listAsPage));
    const connect = running.use(await startGateway(bench, fixture, 'connect'));
    await assertSameAnswer([bare, connect], request);
    return {
      bare: { server: bare, ...common },
      connect: { server: connect, ...common },
      'bare again': { server: bareAgain, ...common },
    };
  },
  twice: ['bare', 'bare again'],
  rows: (measurements, noise) => [
    judge(TARGETS.assembledList, measurements.ratio('bare', 'connect'), noise),
  ],
});
