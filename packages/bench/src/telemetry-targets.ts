import type { Target } from './target.ts';

/** The limits of forwarded telemetry. */
export const TELEMETRY_TARGETS = {
  telemetryWanted: {
    id: 'T20',
    workload: 'POST /images, a PNG of 1 MB, telemetry to one destination: off ÷ on',
    unit: 'ratio',
    limit: { atLeast: 0.95 },
  },
  telemetryWantedSmall: {
    id: 'T20',
    workload: 'the same with the smallest possible image: off ÷ on',
    unit: 'ratio',
    limit: undefined,
  },
  telemetryLookUp: {
    id: 'T20',
    workload: 'no destination wants it, smallest image: off ÷ (off + the look-up, timed alone)',
    unit: 'ratio',
    limit: { atLeast: 0.995 },
  },
  telemetryUnwanted: {
    id: 'T20',
    workload: 'the same, whole requests: off ÷ on',
    unit: 'ratio',
    limit: undefined,
  },
  telemetryDrops: {
    id: 'T24',
    workload: 'telemetry of 10,000 requests a second to a collector: share that is lost',
    unit: 'ratio',
    limit: { atMost: 0 },
  },
  telemetryShare: {
    id: 'T24',
    workload: 'the same: share of a core that it takes',
    unit: 'ratio',
    limit: { atMost: 0.35 },
  },
  telemetryLateness: {
    id: 'T24',
    workload: 'the same: how late timers come, p99',
    unit: 'milliseconds',
    limit: { atMost: 5 },
  },
  telemetryHeld: {
    id: 'T25',
    workload: 'memory held after 1,000,000 records of 4 kB for ten silent destinations',
    unit: 'bytes',
    limit: { atMost: 100_000_000 },
  },
  telemetryLeft: {
    id: 'T25',
    workload: 'the same after close',
    unit: 'bytes',
    limit: { atMost: 20_000_000 },
  },
  telemetrySoak: {
    id: 'T26',
    workload: 'growth of the heap in ten minutes of faults and changes at random',
    unit: 'bytes',
    limit: { atMost: 1_000_000 },
  },
  telemetryIsolationMiddle: {
    id: 'T27',
    workload:
      '1,000 requests a second of 40 ms, one healthy destination, five failing: p50 on ÷ off',
    unit: 'ratio',
    limit: { atMost: 1.05 },
  },
  telemetryIsolationTail: {
    id: 'T27',
    workload: 'the same: p99 on ÷ off',
    unit: 'ratio',
    limit: { atMost: 1.05 },
  },
  telemetryIsolationCpu: {
    id: 'T27',
    workload: 'the same, answered at once: CPU time that telemetry adds to a request',
    unit: 'milliseconds',
    limit: undefined,
  },
  telemetryIsolationAdded: {
    id: 'T27',
    workload: 'the same, answered at once: what it adds to p50',
    unit: 'milliseconds',
    limit: undefined,
  },
  telemetryIsolationAddedTail: {
    id: 'T27',
    workload: 'the same, answered at once: what it adds to p99',
    unit: 'milliseconds',
    limit: undefined,
  },
  telemetryDelivered: {
    id: 'T27',
    workload: 'the same: share that the healthy destination gets',
    unit: 'ratio',
    limit: { atLeast: 1 },
  },
  telemetryLag: {
    id: 'T27',
    workload: 'the same: how long after the answer, p99',
    unit: 'milliseconds',
    limit: { atMost: 2000 },
  },
} as const satisfies Record<string, Target>;
