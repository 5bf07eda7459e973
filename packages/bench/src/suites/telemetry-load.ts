import { fileURLToPath } from 'node:url';
import { ask } from '../harness/ask.ts';
import { printed } from '../harness/output.ts';
import type { Bench, Suite } from '../harness/suite.ts';
import type {
  TelemetryAnswer,
  TelemetryJob,
  TelemetryResults,
} from '../telemetry/telemetry-job.ts';
import { TELEMETRY_TARGETS } from '../telemetry-targets.ts';
import { inform, judge } from '../verdict.ts';
import { startCollector } from './programs.ts';

const RATE_SECONDS = 60;
const RECORDS = 1_000_000;
const SOAK_MINUTES = 30;

/** 10,000 records a second to one collector. */
const rateSuite: Suite = {
  name: 'telemetry at 10,000 records a second',
  ids: ['T24'],
  async run(bench) {
    await using running = new AsyncDisposableStack();
    const collector = running.use(await startCollector(bench));
    const { scale } = bench.options;
    const seconds = Math.ceil(RATE_SECONDS * scale);
    const job = { kind: 'rate', collectorPort: collector.port, seconds } as const;
    const measured = await askForwarder(bench, job);
    const { records, dropped, share, shareWithout } = measured;
    const { lateMilliseconds, lateMillisecondsWithout } = measured;
    return {
      // Nothing is compared with itself; the rows without telemetry show what the machine adds.
      noise: 0,
      measured: { records, dropped },
      rows: [
        judge(TELEMETRY_TARGETS.telemetryDrops, [dropped / records], 0),
        judge(TELEMETRY_TARGETS.telemetryShare, [share - shareWithout], 0),
        // Where timers come late without telemetry too, nothing can be said.
        judge(
          TELEMETRY_TARGETS.telemetryLateness,
          [lateMilliseconds],
          lateMillisecondsWithout > 1 ? Number.NaN : 0,
        ),
        inform({ id: 'T24', workload: 'the same without telemetry', unit: 'milliseconds' }, [
          lateMillisecondsWithout,
        ]),
      ],
    };
  },
};

/** Ten destinations that never answer. */
const memorySuite: Suite = {
  name: 'telemetry to silent destinations',
  ids: ['T25'],
  async run(bench) {
    const records = Math.round(RECORDS * bench.options.scale);
    const measured = await askForwarder(bench, { kind: 'memory', records });
    const info = (workload: string, bytes: number) =>
      inform({ id: 'T25', workload, unit: 'bytes' }, [bytes]);
    return {
      noise: 0,
      measured: { lost: measured.lost },
      rows: [
        judge(TELEMETRY_TARGETS.telemetryHeld, [measured.heldBytes], 0),
        judge(TELEMETRY_TARGETS.telemetryLeft, [measured.leftBytes], 0),
        info('RSS above the start, the most', measured.residentGrowthBytes),
        info('the same after close', measured.residentLeftBytes),
      ],
    };
  },
};

/** Receivers that fail and destinations that change, at random. */
const soakSuite: Suite = {
  name: 'telemetry under faults',
  ids: ['T26'],
  async run(bench) {
    const minutes = Math.round(SOAK_MINUTES * bench.options.scale);
    const measured = await askForwarder(bench, { kind: 'soak', minutes });
    const { records, requests, bytesPerTenMinutes } = measured;
    return {
      noise: 0,
      measured: { records, requests },
      rows: [judge(TELEMETRY_TARGETS.telemetrySoak, [bytesPerTenMinutes], 0)],
    };
  },
};

/** How a forwarder bears load that lasts. */
export const telemetryLoadSuites: readonly Suite[] = [rateSuite, memorySuite, soakSuite];

/** Lets a process with a forwarder alone do a job. */
export async function askForwarder<Kind extends TelemetryJob['kind']>(
  bench: Bench,
  job: Extract<TelemetryJob, { readonly kind: Kind }>,
): Promise<TelemetryResults[Kind]> {
  bench.progress(job.kind);
  const file = fileURLToPath(new URL('../telemetry/process.ts', import.meta.url));
  const child = bench.children.start([process.execPath, '--expose-gc', file], {
    side: 'server',
    hasChannel: true,
  });
  try {
    await printed(child, /(READY)/);
    // telemetry/process.ts answers its job with this.
    const answer = (await ask(child, job)) as TelemetryAnswer;
    if ('error' in answer) throw new Error(answer.error);
    // The result is that of the job's kind.
    return answer.result as TelemetryResults[Kind];
  } finally {
    await bench.children.stop(child);
  }
}
