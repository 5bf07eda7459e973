import { assertSameAnswer } from '../harness/fetch-once.ts';
import { measureInRounds } from '../harness/round-robin.ts';
import type { Bench, Suite, SuiteOutcome } from '../harness/suite.ts';
import { HOST_NAMES, listTarget, type HostName } from '../hosts.ts';
import { judge } from '../verdict.ts';
import { startBare, startGateway } from './programs.ts';
import { models } from './requests.ts';

/** The whole list without parameters, which is kept ready. */
export const listSuites: readonly Suite[] = HOST_NAMES.map((host) => ({
  name: `default list in ${host}`,
  ids: ['T1'],
  run: (bench) => run(bench, host),
}));

async function run(bench: Bench, host: HostName): Promise<SuiteOutcome> {
  const fixture = await bench.fixtures.of(400);
  const common = { request: models(), connections: 16, amount: 500 };

  const measurements = await measureInRounds(async (running) => {
    const bare = running.use(await startBare(bench, fixture));
    const bareAgain = running.use(await startBare(bench, fixture));
    const gateway = running.use(await startGateway(bench, fixture, host));
    await assertSameAnswer([bare, gateway], models());
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
    rows: [judge(listTarget(host), measurements.ratio('bare', 'gateway'), noise)],
  };
}
