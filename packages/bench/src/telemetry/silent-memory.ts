import { createMemoryDestinationStore, type RequestRecord } from '@model-gateway/core';
import { createForwarder } from '@model-gateway/telemetry';
import { BENCH_KEY } from '../gateway/bench-gateway.ts';
import { assertBalance } from './assert-balance.ts';
import { benchDestination, benchRecord, owned } from '../gateway/bench-record.ts';
import { collectGarbage } from './collected-memory.ts';
import type { TelemetryResults } from './telemetry-job.ts';

const DESTINATIONS = 10;
const PROMPT = 'x'.repeat(4000);
const AT_ONCE = 500;
const WARM_UP = 100_000;

/** Observes many records of 4 kB for ten destinations that never answer. */
export async function measureMemory(records: number): Promise<TelemetryResults['memory']> {
  const destinations = Array.from({ length: DESTINATIONS }, (_, i) =>
    benchDestination(i, {
      type: 'otel-collector',
      config: { endpoint: `https://silent-${i}.example` },
    }),
  );
  const forwarder = createForwarder({
    destinations: createMemoryDestinationStore(owned(destinations)),
    http: ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('called off')), { once: true });
      }),
  });
  forwarder.wants('createImage', BENCH_KEY);
  await forwarder.flush();
  // A process that makes records has a larger heap than one that has just begun.
  let length = 0;
  for (let number = 0; number < WARM_UP; number++) {
    length += promptOf(benchRecord(number, Date.now(), `${number} ${PROMPT}`)).length;
  }
  if (length === 0) throw new Error('records had no prompts');
  collectGarbage();
  const before = memoryInUse();
  let mostResident = before.resident;
  for (let number = 0; number < records; number++) {
    // Each prompt is a text of its own, as those of requests are.
    forwarder.observe(benchRecord(number, Date.now(), `${number} ${PROMPT}`));
    if (number % AT_ONCE > 0) continue;
    await new Promise((resolve) => setImmediate(resolve));
    mostResident = Math.max(mostResident, process.memoryUsage.rss());
  }
  assertBalance(forwarder.stats(), records);
  collectGarbage();
  const full = memoryInUse();
  await forwarder.close({ timeoutMs: 100 });
  const stats = forwarder.stats();
  assertBalance(stats, records);
  // What was called off ends in the next turns.
  await new Promise((resolve) => setTimeout(resolve, 200));
  collectGarbage();
  const after = memoryInUse();
  const { observed, outcomes, queued, inFlight } = stats.totals;
  if (queued + inFlight > 0) throw new Error('records were left after close');
  return {
    heldBytes: full.live - before.live,
    leftBytes: after.live - before.live,
    residentGrowthBytes: mostResident - before.resident,
    residentLeftBytes: after.resident - before.resident,
    lost: observed - outcomes.sent,
  };
}

function memoryInUse() {
  const { heapUsed, external, rss } = process.memoryUsage();
  return { live: heapUsed + external, resident: rss };
}

function promptOf({ generation }: RequestRecord): string {
  return generation?.content?.prompt ?? '';
}
