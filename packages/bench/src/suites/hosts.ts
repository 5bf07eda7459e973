import type { Fixture } from '../fixtures/fixtures.ts';
import type { Case } from '../harness/case.ts';
import { assertSameAnswer } from '../harness/fetch-once.ts';
import { measureInRounds } from '../harness/round-robin.ts';
import type { Server } from '../harness/server.ts';
import type { Bench, SuiteOutcome } from '../harness/suite.ts';
import { hostNamed, type HostName } from '../hosts.ts';
import type { Target } from '../target.ts';
import { inform, judge, type Row } from '../verdict.ts';
import { startBare, startHostAlone } from './programs.ts';

/**
 * The route that is requested of a framework with the gateway in it, and the part of the gateway.
 */
export interface HostWorkload extends Pick<Case, 'request' | 'connections' | 'amount'> {
  readonly host: HostName;
  /** Where the framework is asked to mount. */
  readonly prefix: string;
  readonly target: Target;
  /** The base of the limit's ratio: bare node:http, or the framework without the gateway. */
  readonly besides: 'bare' | 'alone';
  /** Starts the framework with our adapter. */
  start(fixture: Fixture): Promise<Server>;
}

/**
 * One request to bare node:http, to our adapter in a framework, and to the framework alone, which
 * tells what of the difference is the framework's.
 */
export async function runInHost(
  bench: Bench,
  { host, prefix, target, besides, start, ...common }: HostWorkload,
): Promise<SuiteOutcome> {
  const fixture = await bench.fixtures.of(400);
  const isAlsoAlone = hostNamed(host).alone !== undefined;

  const measurements = await measureInRounds(async (running) => {
    const servers = {
      bare: running.use(await startBare(bench, fixture)),
      ours: running.use(await start(fixture)),
      ...(isAlsoAlone
        ? { alone: running.use(await startHostAlone(bench, fixture, host, prefix)) }
        : {}),
      'bare again': running.use(await startBare(bench, fixture)),
    };
    await assertSameAnswer(Object.values(servers), common.request);
    const cases: Record<string, Case> = {};
    for (const [name, server] of Object.entries(servers)) cases[name] = { server, ...common };
    return cases;
  }, bench);
  const noise = measurements.noise('bare', 'bare again');
  const over = (name: 'ours' | 'alone') => measurements.ratio(['bare', 'bare again'], name);
  const informOf = (workload: string, values: readonly number[]) =>
    inform({ ...target, workload }, values);
  const rows: Row[] =
    besides === 'bare'
      ? [judge(target, over('ours'), noise)]
      : [
          judge(target, measurements.ratio('alone', 'ours'), noise),
          informOf(`the same: bare ÷ ${host} and our adapter`, over('ours')),
        ];
  if (isAlsoAlone) rows.push(informOf(`the same without us: bare ÷ ${host} alone`, over('alone')));
  return { noise, measured: measurements.summary(), rows };
}
