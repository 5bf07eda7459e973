import { assertSameImages } from '../harness/post-once.ts';
import { measureInRounds } from '../harness/round-robin.ts';
import { runProgram } from '../harness/run-program.ts';
import type { Bench, Suite } from '../harness/suite.ts';
import type { Audience } from '../servers/audiences.ts';
import { RELAYED } from '../servers/image-routes.ts';
import { quantile } from '../statistics.ts';
import { TARGETS } from '../targets.ts';
import type { LookUps } from '../telemetry/look-up.ts';
import { inform, judge } from '../verdict.ts';
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
      const caseOf = (route: string, audience: Audience, amount: number) => {
        const { path, ...rest } = generation(route, false);
        return {
          server,
          request: { ...rest, path: `/${audience}${path}` },
          connections: 16,
          amount,
        };
      };
      const small = (audience: Audience) => caseOf(RELAYED.small, audience, 1600);
      const typical = (audience: Audience) => caseOf(RELAYED.typical, audience, 96);
      const cases = {
        off: small('off'),
        nobody: small('nobody'),
        one: small('one'),
        'off again': small('offAgain'),
        'typical, off': typical('off'),
        'typical, one': typical('one'),
        'typical, off again': typical('offAgain'),
      };
      const all = Object.values(cases);
      await assertSameImages(all.slice(0, 4));
      await assertSameImages(all.slice(4));
      return cases;
    }, bench);
    const lookUp = await measureLookUps(bench);
    const noise = measurements.noise('typical, off', 'typical, off again');
    const measured = measurements.summary();
    const { off = Number.NaN } = measured;
    const over = (name: 'one' | 'nobody') => measurements.ratio(['off', 'off again'], name);
    return {
      noise,
      measured: {
        ...measured,
        'a look-up': quantile(lookUp.microseconds, 0.25),
        'bytes of a look-up': lookUp.bytes,
      },
      rows: [
        judge(
          TARGETS.telemetryWanted,
          measurements.ratio(['typical, off', 'typical, off again'], 'typical, one'),
          noise,
        ),
        inform(TARGETS.telemetryWantedSmall, over('one')),
        // Both are times of one machine, and what is divided differs by a thousand.
        judge(
          TARGETS.telemetryLookUp,
          lookUp.microseconds.map((each) => off / (off + each)),
          0,
        ),
        inform(TARGETS.telemetryUnwanted, over('nobody')),
      ],
    };
  },
};

/** Times the look-up in a process of its own. */
function measureLookUps(bench: Bench): Promise<LookUps> {
  bench.progress('look-up');
  return runProgram(bench.children, 'telemetry/look-up.ts', {}, ['--expose-gc']);
}
