import { assertSameAnswer } from '../harness/fetch-once.ts';
import type { Measurements } from '../harness/measurements.ts';
import { measuredSuite } from '../harness/measured-suite.ts';
import type { Bench } from '../harness/suite.ts';
import { TARGETS } from '../targets.ts';
import { inform, judge, type Row } from '../verdict.ts';
import { DEEP_PAGE, HEAVY_PAGE, SEARCH_PAGE, TYPICAL_PAGE, varied } from '../workloads.ts';
import { startBare, startGateway, startNaive } from './programs.ts';
import { models, TINY } from './requests.ts';

/** Filtered pages of 50 of 400 models, a new query string in every request. */
export const pageSuite = measuredSuite({
  name: 'page of 50 of 400',
  ids: ['T3', 'T5'],
  start: startCases,
  twice: ['bare tiny', 'bare tiny again'],
  rows: rowsOf,
});

async function startCases(bench: Bench, running: AsyncDisposableStack) {
  const fixture = await bench.fixtures.of(400);
  const typical = models(varied(TYPICAL_PAGE));
  const bare = running.use(await startBare(bench, fixture));
  const bareAgain = running.use(await startBare(bench, fixture));
  const naive = running.use(await startNaive(bench, fixture));
  const connect = running.use(await startGateway(bench, fixture, 'connect'));
  // What else a server is asked changes what the same request takes, by as much as a quarter: so
  // both bare servers are asked the same, and what is asked one at a time has servers of its own.
  const bareForOne = running.use(await startBare(bench, fixture));
  const connectForOne = running.use(await startGateway(bench, fixture, 'connect'));
  await assertSameAnswer([bare, naive, connect], typical);
  const ours = { server: connect, connections: 16, amount: 800 };
  const tiny = { server: bare, request: TINY, connections: 16, amount: 3000 };
  const page = { server: bare, request: typical, connections: 16, amount: 2000 };
  return {
    'bare tiny': tiny,
    'bare page': page,
    'naive page': { server: naive, request: typical, connections: 16, amount: 160 },
    page: { ...ours, request: typical },
    'page, 14 filters': { ...ours, request: models(varied(HEAVY_PAGE)) },
    'page, free text': { ...ours, request: models(varied(SEARCH_PAGE)) },
    'page, deep': { ...ours, request: models(varied(DEEP_PAGE)) },
    'page, 1 connection': { ...ours, server: connectForOne, request: typical, connections: 1 },
    'bare tiny, 1 connection': { ...tiny, server: bareForOne, connections: 1 },
    'bare tiny again': { ...tiny, server: bareAgain },
    'bare page again': { ...page, server: bareAgain },
  };
}

type CaseName = keyof Awaited<ReturnType<typeof startCases>>;

function rowsOf(measurements: Measurements<CaseName>, noise: number): readonly Row[] {
  const toTiny = measurements.ratio('bare tiny', 'page');
  const toSameBytes = measurements.ratio('bare page', 'page');
  const bareTail = measurements.tail('bare page');
  const toNaive = measurements.ratio('naive page', 'page');
  const variant = (workload: string, rounds: readonly number[]) =>
    inform({ id: 'T3', workload: `${workload}: bare tiny ÷ connect`, unit: 'ratio' }, rounds);
  return [
    judge(TARGETS.pageToTiny, toTiny, noise),
    judge(TARGETS.pageToSameBytes, toSameBytes, noise),
    judge(TARGETS.pageToNaive, toNaive, noise),
    variant('the same, 14 filters', measurements.ratio('bare tiny', 'page, 14 filters')),
    variant('the same, free text', measurements.ratio('bare tiny', 'page, free text')),
    variant('the same, deep offset', measurements.ratio('bare tiny', 'page, deep')),
    variant(
      'the same, 1 connection',
      measurements.ratio('bare tiny, 1 connection', 'page, 1 connection'),
    ),
    judge(TARGETS.pageTail, measurements.tail('page'), tailNoise(bareTail)),
    inform({ id: 'T5', workload: 'the same of bare, same bytes', unit: 'ratio' }, bareTail),
  ];
}

/** Latency has its own A/A: where bare node:http is held up as much, it was by the machine. */
function tailNoise(bareTail: readonly number[]): number {
  return judge(TARGETS.pageTail, bareTail, 0).verdict === 'pass' ? 0 : Number.NaN;
}
