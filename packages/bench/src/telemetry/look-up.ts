import { createMemoryDestinationStore } from '@model-gateway/core';
import { createForwarder } from '@model-gateway/telemetry';
import { BENCH_KEY } from '../gateway/bench-gateway.ts';
import { benchDestination, owned } from '../gateway/bench-record.ts';
import { collectGarbage } from './collected-memory.ts';
import type { TelemetryResults } from './telemetry-job.ts';

const CALLS = 200_000;
const ROUNDS = 30;

/** Measures what a request costs that no destination wants to know of: one look-up. */
export async function measureLookUp(): Promise<TelemetryResults['look-up']> {
  const config = { endpoint: 'http://127.0.0.1:9' };
  const disabled = { ...benchDestination(1, { type: 'otel-collector', config }), enabled: false };
  const forwarder = createForwarder({
    destinations: createMemoryDestinationStore(owned([disabled])),
    http: () => Promise.reject(new Error('nothing is sent')),
  });
  forwarder.wants('createImage', BENCH_KEY);
  await forwarder.flush();
  const lookUp = (): number => {
    let wanted = 0;
    for (let i = 0; i < CALLS; i++) {
      if (forwarder.wants('createImage', BENCH_KEY) !== undefined) wanted++;
    }
    return wanted;
  };
  const microseconds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const begin = process.cpuUsage();
    if (lookUp() > 0) throw new Error('a disabled destination wanted a record');
    const { user, system } = process.cpuUsage(begin);
    microseconds.push((user + system) / CALLS);
  }
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  lookUp();
  const bytes = Math.max(0, process.memoryUsage().heapUsed - before) / CALLS;
  await forwarder.close();
  return { microseconds, bytes };
}
