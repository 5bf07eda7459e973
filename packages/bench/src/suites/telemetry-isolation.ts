import { setTimeout as delay } from 'node:timers/promises';
import type { Case } from '../harness/case.ts';
import { get } from '../harness/get.ts';
import type { Figure } from '../harness/measurements.ts';
import { measureInRounds } from '../harness/round-robin.ts';
import type { Server } from '../harness/server.ts';
import type { Suite } from '../harness/suite.ts';
import type { Audience } from '../servers/audiences.ts';
import { RELAYED } from '../servers/image-routes.ts';
import type { SpanCount } from '../servers/span-counter.ts';
import type { TelemetryGatewayReport } from '../servers/telemetry-gateway.ts';
import { median } from '../statistics.ts';
import { TELEMETRY_TARGETS } from '../telemetry-targets.ts';
import { inform, judge } from '../verdict.ts';
import { generation } from './image-requests.ts';
import { startImageUpstream, startIsolatingGateway, startReceivers } from './programs.ts';

const PER_SECOND = 1000;
/** V8 collects its whole heap every two to four seconds; short rounds would be judged without. */
const SECONDS = 2.5;
/** Rounds for information, which are not about the tail. */
const SHORT_SECONDS = 1;
/** Most are idle: forty requests are under way, and more while the event loop is blocked. */
const CONNECTIONS = 256;
/** Five starts of all servers. */
const MOST_ROUNDS = 20;
/** The last records have to arrive. */
const PATIENCE_MS = 3000;

const OFF = ['off', 'off again'] as const;

/** Requests at a fixed rate, while five of six destinations fail. */
export const telemetryIsolationSuite: Suite = {
  name: 'requests beside failing destinations',
  ids: ['T27'],
  async run(bench) {
    const delivered: number[] = [];
    const lags: number[] = [];
    const rounds = Math.min(bench.options.rounds, MOST_ROUNDS);
    const measurements = await measureInRounds(
      async (running) => {
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
        const delayed = (audience: Audience) =>
          caseOf(gateway, { audience, route: RELAYED.delayed, seconds: SECONDS });
        const atOnce = (audience: Audience) =>
          caseOf(gateway, { audience, route: RELAYED.small, seconds: SHORT_SECONDS });
        return {
          off: delayed('off'),
          on: delayed('six'),
          'off again': delayed('offAgain'),
          'at once, off': atOnce('off'),
          'at once, on': atOnce('six'),
        };
      },
      { ...bench, options: { ...bench.options, rounds } },
    );

    const onOverOff = (figure: Figure) => measurements.ratio('on', OFF, figure);
    const added = (figure?: Figure) =>
      measurements.difference('at once, on', 'at once, off', figure);
    const noiseOf = (figure: Figure) => measurements.noise(...OFF, figure);
    return {
      noise: noiseOf(p99),
      measured: {
        ...named('p50', measurements.summary(p50)),
        ...named('p99', measurements.summary(p99)),
        ...named('CPU', measurements.summary()),
      },
      rows: [
        judge(TELEMETRY_TARGETS.telemetryIsolationMiddle, onOverOff(p50), noiseOf(p50)),
        judge(TELEMETRY_TARGETS.telemetryIsolationTail, onOverOff(p99), noiseOf(p99)),
        inform(
          TELEMETRY_TARGETS.telemetryIsolationCpu,
          added().map((microseconds) => microseconds / 1000),
        ),
        inform(TELEMETRY_TARGETS.telemetryIsolationAdded, added(p50)),
        inform(TELEMETRY_TARGETS.telemetryIsolationAddedTail, added(p99)),
        judge(TELEMETRY_TARGETS.telemetryDelivered, [Math.min(...delivered)], 0),
        judge(TELEMETRY_TARGETS.telemetryLag, [median(lags)], 0),
      ],
    };
  },
};

interface Requests {
  readonly audience: Audience;
  /** What is asked of the upstream. */
  readonly route: string;
  /** How long a round takes. */
  readonly seconds: number;
}

function caseOf(server: Server, { audience, route, seconds }: Requests): Case {
  const { path, ...rest } = generation(route, false);
  return {
    server,
    request: { ...rest, path: `/${audience}${path}` },
    connections: CONNECTIONS,
    amount: PER_SECOND * seconds,
    perSecond: PER_SECOND,
  };
}

const p50: Figure = ({ p50Milliseconds }) => p50Milliseconds;
const p99: Figure = ({ p99Milliseconds }) => p99Milliseconds;

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
