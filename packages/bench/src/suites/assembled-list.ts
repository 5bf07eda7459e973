import { assertSameAnswer } from '../harness/fetch-once.ts';
import { measureInRounds } from '../harness/round-robin.ts';
import type { Suite } from '../harness/suite.ts';
import { TARGETS } from '../targets.ts';
import { judge } from '../verdict.ts';
import { startBare, startGateway } from './programs.ts';
import { models } from './requests.ts';

/** The default, spelled out: the same list, which is now put together for each request. */
const SPELLED_OUT = '?output_modalities=text&_={n}';

/** The whole list, model by model. */
export const assembledListSuite: Suite = {
  name: 'default list assembled per request',
  ids: ['T6'],
  async run(bench) {
    const fixture = await bench.fixtures.of(400);
    // Its answer to a request with parameters is the whole list, too.
    await using bare = await startBare(bench, { ...fixture, pageFile: fixture.listFile });
    await using connect = await startGateway(bench, fixture, 'connect');
    const request = models(SPELLED_OUT);
    await assertSameAnswer([bare, connect], request);
    const common = { request, connections: 16, amount: 300 };

    const measurements = await measureInRounds(
      {
        bare: { server: bare, ...common },
        connect: { server: connect, ...common },
        'bare again': { server: bare, ...common },
      },
      bench,
    );
    const noise = measurements.noise('bare', 'bare again');
    return {
      noise,
      measured: measurements.summary(),
      rows: [judge(TARGETS.assembledList, measurements.ratio('bare', 'connect'), noise)],
    };
  },
};
