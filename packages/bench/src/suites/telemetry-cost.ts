import { assertSameImages } from '../harness/post-once.ts';
import { measureInRounds } from '../harness/round-robin.ts';
import type { Suite } from '../harness/suite.ts';
import type { Audience } from '../servers/audiences.ts';
import { RELAYED } from '../servers/image-routes.ts';
import { TARGETS } from '../targets.ts';
import { judge } from '../verdict.ts';
import { generation } from './image-requests.ts';
import { startCollector, startImageUpstream, startTelemetryGateway } from './programs.ts';

/** What POST /images costs more when its telemetry is forwarded, and when nobody wants it. */
export const telemetryCostSuite: Suite = {
  name: 'POST /images with telemetry',
  ids: ['T20'],
  async run(bench) {
    const measurements = await measureInRounds(async (running) => {
      const upstream = running.use(await startImageUpstream(bench));
      const collector = running.use(await startCollector(bench));
      const server = running.use(await startTelemetryGateway(bench, upstream, collector));
      const { path, ...rest } = generation(RELAYED.small, false);
      const caseOf = (audience: Audience) => ({
        server,
        request: { ...rest, path: `/${audience}${path}` },
        connections: 16,
        amount: 1600,
      });
      const cases = {
        off: caseOf('off'),
        nobody: caseOf('nobody'),
        one: caseOf('one'),
        'off again': caseOf('offAgain'),
      };
      await assertSameImages(Object.values(cases));
      return cases;
    }, bench);
    const noise = measurements.noise('off', 'off again');
    const over = (name: 'one' | 'nobody') => measurements.ratio(['off', 'off again'], name);
    return {
      noise,
      measured: measurements.summary(),
      rows: [
        judge(TARGETS.telemetryWanted, over('one'), noise),
        judge(TARGETS.telemetryUnwanted, over('nobody'), noise),
      ],
    };
  },
};
