import type { ModelSignals } from '@model-gateway/core';
import { normal, type Draws } from '../draws/draws.ts';
import type { MediaKind } from '../sample/prototype.ts';
import type { SignalFacts } from './facts.ts';

type Speed = Pick<ModelSignals, 'throughput_p50' | 'latency_p50'>;

/** Share of models with too few calls for a value. */
const UNKNOWN = 0.06;

/** Seconds until the answer of models that do not write text, of size 0 and of size 1. */
const ANSWERS: Readonly<Record<MediaKind, readonly [smallest: number, largest: number]>> = {
  image: [2.5, 22],
  embeddings: [0.03, 0.3],
  speech: [0.15, 1.2],
  transcription: [0.3, 2.4],
  rerank: [0.05, 0.4],
  audio: [4, 35],
  video: [20, 140],
};

/** The larger a model, the slower it starts and the slower it writes. */
export function speedOf(facts: SignalFacts, index: number, draws: Draws): Speed {
  const faker = draws('speed', index);
  if (faker.number.float() < UNKNOWN) return {};
  const noise = (deviation: number) => Math.exp(deviation * normal(faker));
  const { kind, size } = facts;
  if (kind !== 'text') {
    const [smallest, largest] = ANSWERS[kind];
    return { latency_p50: hundredths(smallest * (largest / smallest) ** size * noise(0.25)) };
  }
  return {
    throughput_p50: hundredths(250 * Math.exp(-2.1 * size) * noise(0.3)),
    latency_p50: hundredths((0.18 + 1.7 * size ** 2) * delay(facts) * noise(0.35)),
  };
}

/** Searching comes before the first token; so does the longest reasoning. */
function delay({ focus, size }: SignalFacts): number {
  if (focus === 'search') return 2.5;
  return size > 0.9 ? 4 : 1;
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
