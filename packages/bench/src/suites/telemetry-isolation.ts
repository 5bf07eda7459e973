import { setTimeout as delay } from 'node:timers/promises';
import type { Case } from '../harness/case.ts';
import { get } from '../harness/get.ts';
import type { Figure } from '../harness/measurements.ts';
import { measureInRounds } from '../harness/round-robin.ts';
import type { Server } from '../harness/server.ts';
import type { Bench, Suite } from '../harness/suite.ts';
import type { Audience } from '../servers/audiences.ts';
import { RELAYED } from '../servers/image-routes.ts';
import { SENT_AT, type Served } from '../servers/request-times.ts';
import type { SpanCount } from '../servers/span-counter.ts';
import type { TelemetryGatewayReport } from '../servers/telemetry-gateway.ts';
import { median } from '../statistics.ts';
import { TELEMETRY_TARGETS } from '../telemetry-targets.ts';
import { inform, judge } from '../verdict.ts';
import { generation } from './image-requests.ts';
import { startImageUpstream, startIsolatingGateway, startReceivers } from './programs.ts';

const PER_SECOND = 1000;
/** A round is longer than records wait for a full batch. */
const SECONDS = 1.5;
const CONNECTIONS = 64;
/** The last records have to arrive. */
const PATIENCE_MS = 3000;

/** Requests at a fixed rate, while five of six destinations fail. */
export const telemetryIsolationSuite: Suite = {
  name: 'requests beside failing destinations',
  ids: ['T27'],
  async run(bench) {
    const delivered: number[] = [];
    const lags: number[] = [];
    const measurements = await measureInRounds(async (running) => {
      const upstream = running.use(await startImageUpstream(bench));
      const receivers = await startReceivers(bench);
      const healthy = running.use(receivers.healthy);
      const failing = running.use(receivers.failing);
      const gateway = running.use(await startIsolatingGateway(bench, upstream, healthy, failing));
      running.defer(async () => {
        await delay(PATIENCE_MS);
        const { forSix } = await told<TelemetryGatewayReport>(gateway);
        const { spans, lagMilliseconds } = await told<SpanCount>(healthy);
        delivered.push(spans / forSix);
        lags.push(lagMilliseconds);
      });
      return {
        off: caseOf(bench, gateway, 'off'),
        on: caseOf(bench, gateway, 'six'),
        'off again': caseOf(bench, gateway, 'offAgain'),
      };
    }, bench);

    const compared = (figure: Figure) => ({
      values: measurements.ratio('on', ['off', 'off again'], figure),
      noise: measurements.noise('off', 'off again', figure),
    });
    const middle = compared(servedOf('p50Milliseconds'));
    const tail = compared(servedOf('p99Milliseconds'));
    const info = (workload: string, figure: Figure) =>
      inform({ id: 'T27', workload, unit: 'ratio' }, compared(figure).values);
    return {
      noise: tail.noise,
      measured: {
        ...named('p50', measurements.summary(servedOf('p50Milliseconds'))),
        ...named('p99', measurements.summary(servedOf('p99Milliseconds'))),
        ...named('longest turn', measurements.summary(servedOf('longestTurnMilliseconds'))),
        ...named('CPU', measurements.summary()),
        ...named('p50 at the client', measurements.summary(atClient('p50Milliseconds'))),
        ...named('p99 at the client', measurements.summary(atClient('p99Milliseconds'))),
      },
      rows: [
        judge(TELEMETRY_TARGETS.telemetryIsolationMiddle, middle.values, middle.noise),
        judge(TELEMETRY_TARGETS.telemetryIsolationTail, tail.values, tail.noise),
        info('the same: longest turn on ÷ off', servedOf('longestTurnMilliseconds')),
        info('the same: p50 as the client sees it', atClient('p50Milliseconds')),
        info('the same: p99 as the client sees it', atClient('p99Milliseconds')),
        judge(TELEMETRY_TARGETS.telemetryDelivered, [Math.min(...delivered)], 0),
        judge(TELEMETRY_TARGETS.telemetryLag, [median(lags)], 0),
      ],
    };
  },
};

function caseOf(bench: Bench, server: Server, audience: Audience): Case {
  const { path, ...rest } = generation(RELAYED.small, false);
  return {
    server,
    request: { ...rest, path: `/${audience}${path}`, sentAtHeader: SENT_AT },
    connections: CONNECTIONS,
    amount: Math.round(PER_SECOND * SECONDS * bench.options.scale),
    perSecond: PER_SECOND,
    served: () => told<TelemetryGatewayReport>(server),
  };
}

function servedOf(name: keyof Served): Figure {
  return ({ served }) => served?.[name] ?? Number.NaN;
}

function atClient(name: 'p50Milliseconds' | 'p99Milliseconds'): Figure {
  return (sample) => sample[name];
}

function named(figure: string, byCase: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(byCase).map(([name, value]) => [`${figure} ${name}`, value]),
  );
}

/** What one of our servers says about itself; the caller names its type. */
async function told<Report>({ port }: Server): Promise<Report> {
  const { body } = await get(`http://127.0.0.1:${port}/`);
  // The programs in servers/ say with `satisfies` what they answer with.
  return JSON.parse(body.toString()) as Report;
}
