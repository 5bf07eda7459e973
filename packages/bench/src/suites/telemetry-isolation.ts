import { setTimeout as delay } from 'node:timers/promises';
import type { LoadResult } from '../client/load-job.ts';
import { get } from '../harness/get.ts';
import type { Bench, Suite } from '../harness/suite.ts';
import type { Server } from '../harness/server.ts';
import { RELAYED } from '../servers/image-routes.ts';
import { median } from '../statistics.ts';
import { TELEMETRY_TARGETS } from '../telemetry-targets.ts';
import { judge, noiseOf } from '../verdict.ts';
import { generation } from './image-requests.ts';
import { startImageUpstream, startReceivers, startTelemetryGateway } from './programs.ts';

const PER_SECOND = 1000;
const SECONDS = 3;
const RUNS = 5;
const CONNECTIONS = 64;
/** The last records have to arrive. */
const PATIENCE_MS = 3000;

const AUDIENCES = ['off', 'six', 'offAgain'] as const;

/** Requests at a fixed rate, while five of six destinations fail. */
export const telemetryIsolationSuite: Suite = {
  name: 'requests beside failing destinations',
  ids: ['T27'],
  async run(bench) {
    await using running = new AsyncDisposableStack();
    const upstream = running.use(await startImageUpstream(bench));
    const { healthy, failing } = await startReceivers(bench);
    running.use(healthy);
    running.use(failing);
    const gateway = running.use(await startTelemetryGateway(bench, upstream, healthy, failing));
    const amount = Math.round(PER_SECOND * SECONDS * bench.options.scale);
    for (const audience of AUDIENCES) await send(bench, gateway, audience, amount);
    const runs = AUDIENCES.map((): LoadResult[] => []);
    for (let run = 1; run <= RUNS; run++) {
      bench.progress(`run ${run} of ${RUNS}`);
      for (const [i, audience] of AUDIENCES.entries()) {
        runs[i]?.push(await send(bench, gateway, audience, amount));
      }
    }
    await delay(PATIENCE_MS);
    const { spans, lagMilliseconds } = await counted(healthy);

    const [off = [], six = [], again = []] = runs;
    const ratio = (name: keyof LoadResult) =>
      six.map((each, i) => each[name] / (((off[i]?.[name] ?? 0) + (again[i]?.[name] ?? 0)) / 2));
    const noise = (name: keyof LoadResult) =>
      noiseOf(off.map((each, i) => each[name] / (again[i]?.[name] ?? Number.NaN)));
    const tailNoise = noise('p99Milliseconds');
    return {
      noise: tailNoise,
      measured: {
        'p50 off': median(off.map(({ p50Milliseconds }) => p50Milliseconds)),
        'p50 on': median(six.map(({ p50Milliseconds }) => p50Milliseconds)),
        'p99 off': median(off.map(({ p99Milliseconds }) => p99Milliseconds)),
        'p99 on': median(six.map(({ p99Milliseconds }) => p99Milliseconds)),
      },
      rows: [
        judge(
          TELEMETRY_TARGETS.telemetryIsolationMiddle,
          ratio('p50Milliseconds'),
          noise('p50Milliseconds'),
        ),
        judge(TELEMETRY_TARGETS.telemetryIsolationTail, ratio('p99Milliseconds'), tailNoise),
        judge(TELEMETRY_TARGETS.telemetryDelivered, [spans / (amount * (RUNS + 1))], 0),
        judge(TELEMETRY_TARGETS.telemetryLag, [lagMilliseconds], 0),
      ],
    };
  },
};

function send(
  { load, takeNumbers }: Bench,
  { port }: Server,
  audience: (typeof AUDIENCES)[number],
  amount: number,
): Promise<LoadResult> {
  const { path, ...rest } = generation(RELAYED.small, false);
  return load({
    client: 'socket',
    port,
    connections: CONNECTIONS,
    amount,
    request: { ...rest, path: `/${audience}${path}` },
    first: takeNumbers(amount),
    perSecond: PER_SECOND,
  });
}

async function counted({ port }: Server) {
  const { body } = await get(`http://127.0.0.1:${port}/`);
  // servers/span-counter.ts answers with this.
  return JSON.parse(body.toString()) as {
    readonly spans: number;
    readonly lagMilliseconds: number;
  };
}
