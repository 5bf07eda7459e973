import type { Case } from '../harness/case.ts';
import { assertSameAnswer } from '../harness/fetch-once.ts';
import { measureInRounds } from '../harness/round-robin.ts';
import type { Bench, SuiteOutcome } from '../harness/suite.ts';
import { hostNamed, type HostName } from '../hosts.ts';
import type { Target } from '../targets.ts';
import { inform, judge, type Row } from '../verdict.ts';
import { startBare, startGateway, startHostAlone } from './programs.ts';

/**
 * One request to bare node:http, to the gateway in a framework, and to the framework alone, which
 * tells what of the difference is the framework's.
 */
export async function runInHost(
  bench: Bench,
  host: HostName,
  target: Target,
  common: Pick<Case, 'request' | 'connections' | 'amount'>,
): Promise<SuiteOutcome> {
  const fixture = await bench.fixtures.of(400);
  const isAlsoAlone = hostNamed(host).alone !== undefined;

  const measurements = await measureInRounds(async (running) => {
    const servers = {
      bare: running.use(await startBare(bench, fixture)),
      gateway: running.use(await startGateway(bench, fixture, host)),
      ...(isAlsoAlone ? { alone: running.use(await startHostAlone(bench, fixture, host)) } : {}),
      'bare again': running.use(await startBare(bench, fixture)),
    };
    await assertSameAnswer(Object.values(servers), common.request);
    const cases: Record<string, Case> = {};
    for (const [name, server] of Object.entries(servers)) cases[name] = { server, ...common };
    return cases;
  }, bench);
  const noise = measurements.noise('bare', 'bare again');
  const over = (name: 'gateway' | 'alone') => measurements.ratio(['bare', 'bare again'], name);
  const rows: Row[] = [judge(target, over('gateway'), noise)];
  if (isAlsoAlone) {
    const workload = `the same without us: bare ÷ ${host} alone`;
    rows.push(inform({ ...target, workload }, over('alone')));
  }
  return { noise, measured: measurements.summary(), rows };
}
