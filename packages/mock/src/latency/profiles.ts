import type { LatencyTimes } from './latency-times.ts';

/** The named latencies, in milliseconds. */
export const LATENCY_PROFILES = {
  none: {},
  fast: {
    answer: [5, 20],
    start: [50, 150],
    partial: [30, 80],
    image: [100, 250],
    first: [50, 150],
    delta: [5, 15],
  },
  typical: {
    answer: [40, 150],
    start: [600, 1500],
    partial: [400, 900],
    image: [1500, 4000],
    first: [300, 900],
    delta: [15, 45],
  },
  slow: {
    answer: [500, 1500],
    start: [3000, 6000],
    partial: [2000, 4000],
    image: [8000, 15_000],
    first: [2000, 5000],
    delta: [80, 200],
  },
} as const satisfies Readonly<Record<string, LatencyTimes>>;
