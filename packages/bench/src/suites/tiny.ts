import { measureInRounds } from '../harness/round-robin.ts';
import type { Bench, Suite, SuiteOutcome } from '../harness/suite.ts';
import { HOST_NAMES, tinyTarget, type HostName } from '../hosts.ts';
import { judge } from '../verdict.ts';
import { startBare, startGateway } from './programs.ts';
import { TINY } from './requests.ts';

/** A handler that does nothing: what the framework and our adapter cost. */
export const tinySuites: readonly Suite[] = HOST_NAMES.map((host) => ({
  name: `tiny handler in ${host}`,
  ids: ['T2'],
  run: (bench) => run(bench, host),
}));

async function run(bench: Bench, host: HostName): Promise<SuiteOutcome> {
  const fixture = await bench.fixtures.of(400);
  const common = { request: TINY, connections: 16, amount: 3000 };

  const measurements = await measureInRounds(async (running) => {
    const bare = running.use(await startBare(bench, fixture));
    const bareAgain = running.use(await startBare(bench, fixture));
    const gateway = running.use(await startGateway(bench, fixture, host));
    return {
      bare: { server: bare, ...common },
      gateway: { server: gateway, ...common },
      'bare again': { server: bareAgain, ...common },
    };
  }, bench);
  const noise = measurements.noise('bare', 'bare again');
  return {
    noise,
    measured: measurements.summary(),
    rows: [judge(tinyTarget(host), measurements.ratio('bare', 'gateway'), noise)],
  };
}
