import {
  createManualClock,
  createMemoryDestinationStore,
  EgressError,
  type Destination,
  type HttpClient,
  type IncomingResponse,
} from '@model-gateway/core';
import { createRandomSource, type RandomSource } from '@model-gateway/core/kit';
import { createForwarder } from '@model-gateway/telemetry';
import { BENCH_KEY } from '../gateway/bench-gateway.ts';
import { assertBalance } from './assert-balance.ts';
import { benchDestination, benchRecord, owned } from '../gateway/bench-record.ts';
import { collectGarbage } from './collected-memory.ts';
import type { TelemetryResults } from './telemetry-job.ts';

const START = Date.parse('2026-07-01T08:00:00Z');
const PER_SECOND = 50;
const STEP_MS = 250;
/** About every half minute of the clock a destination changes how it answers. */
const FAULT_CHANCE = STEP_MS / 30_000;
/** About every two minutes somebody changes a destination. */
const PATCH_CHANCE = STEP_MS / 120_000;

const KINDS = ['otel-collector', 'webhook', 'langfuse', 'posthog', 'clickhouse'] as const;
const CONFIGS = {
  'otel-collector': { endpoint: 'https://a.example' },
  webhook: { url: 'https://b.example/in', signingSecret: 'secret' },
  langfuse: { publicKey: 'pk', secretKey: 'sk', baseUrl: 'https://c.example' },
  posthog: { apiKey: 'key', endpoint: 'https://d.example' },
  clickhouse: { host: 'https://e.example', database: 'd', username: 'u', password: 'p' },
} as const satisfies Record<(typeof KINDS)[number], Record<string, string>>;

const FAULTS = [
  'none',
  'none',
  'busy',
  'limited',
  'invalid',
  'large',
  'reset',
  'silent',
  'endless',
  'refused',
] as const;
type Fault = (typeof FAULTS)[number];

/** Forwards for `minutes` of the clock while receivers fail and destinations change, both at random. */
export async function soak(minutes: number): Promise<TelemetryResults['soak']> {
  const random = createRandomSource('soak');
  const clock = createManualClock(START);
  const faults = new Map<string, Fault>();
  let requests = 0;
  const http: HttpClient = (request) => {
    requests++;
    return answer(faults.get(new URL(request.url).host) ?? 'none', request.signal);
  };
  const destinations = KINDS.map((type, i) => benchDestination(i, { type, config: CONFIGS[type] }));
  const store = createMemoryDestinationStore(owned(destinations));
  const forwarder = createForwarder({
    destinations: store,
    http,
    clock,
    random: () => random.next(),
    countsAll: true,
    // Other threads would do it, in a time of their own.
    compress: false,
  });
  forwarder.wants('createImage', BENCH_KEY);
  await settle();
  let records = 0;
  const heap: number[] = [];
  for (let passed = 0; passed < minutes * 60_000; passed += STEP_MS) {
    for (let i = 0; i < (PER_SECOND * STEP_MS) / 1000; i++) {
      forwarder.observe(benchRecord(records, clock.now(), `prompt ${records++}`));
    }
    for (const destination of destinations) {
      if (random.chance(FAULT_CHANCE)) faults.set(hostOf(destination), random.pick(FAULTS));
      if (!random.chance(PATCH_CHANCE)) continue;
      store.put({ accountId: 'user_bench', destination: changed(destination, random) });
    }
    clock.advance(STEP_MS);
    await settle();
    if (passed % 60_000 > 0) continue;
    assertBalance(forwarder.stats(), records);
    collectGarbage();
    heap.push(process.memoryUsage().heapUsed);
  }
  faults.clear();
  const closing = forwarder.close();
  for (let i = 0; i < 30; i++) {
    clock.advance(1000);
    await settle();
  }
  await closing;
  assertBalance(forwarder.stats(), records);
  if (clock.waiting > 0) throw new Error(`${clock.waiting} timers were left after close`);
  return { records, requests, bytesPerTenMinutes: 10 * slopeOf(heap.slice(heap.length / 2)) };
}

/** Each config has one address. */
function hostOf({ config }: Destination): string {
  const address = Object.values(config).find((value) => String(value).startsWith('https://'));
  return new URL(String(address)).host;
}

function changed(destination: Destination, random: RandomSource): Destination {
  return {
    ...destination,
    enabled: random.chance(0.8),
    privacy_mode: random.chance(0.5),
    sampling_rate: random.pick([1, 0.5]),
  };
}

async function answer(fault: Fault, signal: AbortSignal): Promise<IncomingResponse> {
  switch (fault) {
    case 'none':
      return response(200);
    case 'busy':
      return response(503, { 'retry-after': '7' });
    case 'limited':
      return response(429);
    case 'invalid':
      return response(400);
    case 'large':
      return response(413);
    case 'refused':
      return response(401);
    case 'reset':
      throw new EgressError('broken', 'reset');
    case 'endless':
      return response(200, {}, 10_000);
    case 'silent':
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('called off')), { once: true });
      });
  }
}

function response(
  status: number,
  headers: Record<string, string> = {},
  kilobytes = 0,
): IncomingResponse {
  async function* body() {
    for (let i = 0; i < kilobytes; i++) yield new Uint8Array(1024);
  }
  return { status, headers, body: body() };
}

/** Lets everything happen that needs no time. */
async function settle(): Promise<void> {
  for (let i = 0; i < 8; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** The least-squares slope of values at 0, 1, 2 …. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const above = values.reduce((sum, value, x) => sum + (x - middle) * (value - mean), 0);
  const below = values.reduce((sum, _, x) => sum + (x - middle) ** 2, 0);
  return above / below;
}
