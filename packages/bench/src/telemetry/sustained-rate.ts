import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { createMemoryDestinationStore, type RequestRecord } from '@model-gateway/core';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { createForwarder } from '@model-gateway/telemetry';
import { BENCH_KEY } from '../gateway/bench-gateway.ts';
import { benchDestination, benchRecord, owned } from '../gateway/bench-record.ts';
import type { TelemetryResults } from './telemetry-job.ts';

const PER_SECOND = 10_000;
const RESOLUTION_MS = 1;

/** Sends 10,000 records a second to a collector, and the same to nobody. */
export async function measureRate(
  collectorPort: number,
  seconds: number,
): Promise<TelemetryResults['rate']> {
  const http = createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1' });
  const config = { endpoint: `http://127.0.0.1:${collectorPort}` };
  const forwarder = createForwarder({
    destinations: createMemoryDestinationStore(
      owned([benchDestination(1, { type: 'otel-collector', config })]),
    ),
    http,
  });
  forwarder.wants('createImage', BENCH_KEY);
  await forwarder.flush();
  // Code is compiled by the first second.
  await observeFor(1, (record) => forwarder.observe(record));
  const without = await observeFor(Math.max(1, seconds / 4), () => {});
  const measured = await observeFor(seconds, (record) => forwarder.observe(record));
  await forwarder.flush();
  const { observed, outcomes } = forwarder.stats().totals;
  await forwarder.close();
  await http.close();
  return {
    records: measured.records,
    dropped: observed - outcomes.sent,
    share: measured.share,
    shareWithout: without.share,
    lateMilliseconds: measured.lateMilliseconds,
    lateMillisecondsWithout: without.lateMilliseconds,
  };
}

async function observeFor(seconds: number, observe: (record: RequestRecord) => void) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const begin = performance.now();
  const cpu = process.cpuUsage();
  let records = 0;
  for (let passed = 0; passed < seconds * 1000; passed = performance.now() - begin) {
    for (const due = (passed / 1000) * PER_SECOND; records < due; records++) {
      observe(benchRecord(records, Date.now(), `a red cube on a table, number ${records}`));
    }
    await delay(2);
  }
  const { user, system } = process.cpuUsage(cpu);
  const microseconds = (performance.now() - begin) * 1000;
  delays.disable();
  return {
    records,
    share: (user + system) / microseconds,
    lateMilliseconds: delays.percentile(99) / 1e6 - RESOLUTION_MS,
  };
}
