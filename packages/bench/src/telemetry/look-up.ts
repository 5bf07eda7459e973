/**
 * Measures what a request costs whose telemetry no destination wants, which is one look-up, in a
 * process of its own. Answers every message over the channel. Needs --expose-gc.
 */
import { createMemoryDestinationStore } from '@model-gateway/core';
import { createForwarder } from '@model-gateway/telemetry';
import { BENCH_KEY } from '../gateway/bench-gateway.ts';
import { takeJobs } from '../take-jobs.ts';
import { benchDestination, owned } from '../gateway/bench-destination.ts';

const CALLS = 200_000;
const ROUNDS = 30;

export interface LookUps {
  /** Of CPU time for each look-up, round by round. */
  readonly microseconds: readonly number[];
  /** Of memory for each look-up. */
  readonly bytes: number;
}

takeJobs(measureLookUps);
console.log('READY');

async function measureLookUps(): Promise<LookUps> {
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
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  lookUp();
  const bytes = Math.max(0, process.memoryUsage().heapUsed - before) / CALLS;
  await forwarder.close();
  return { microseconds, bytes };
}
