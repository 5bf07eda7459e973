import type { Faker } from '@faker-js/faker';
import type { Benchmarks } from '@model-gateway/core';
import { bounded, type Bounds } from '../draws/bounded.ts';
import { chance, normal } from '../draws/draws.ts';
import type { Era } from '../dates/era.ts';
import type { Traits } from './traits.ts';

type ExternalIndex = NonNullable<Benchmarks['external_index']>;

/**
 * Observed: 117 models have an index, of which 9, mostly old, have the coding index only. None of them
 * is in a contest.
 */
const ONLY_CODING: Readonly<Record<Era, number>> = { recent: 0.05, middle: 0.1, old: 0.85 };
const CODING: Bounds = { lowest: 1.5, highest: 82, bend: 14 };
/** Observed once, in no contest either: no intelligence index, and both others. */
const NO_INTELLIGENCE = 0.01;

/**
 * Three scores that go together (observed correlation of the first two: 0.98). The coding index
 * rises a third faster, up to 78; the agentic one is next to nothing for models below 17, and lower
 * for models that lean to code (observed correlation of what remains: -0.4).
 */
export function externalIndexOf(
  { intelligence, era }: Traits,
  ranked: boolean,
  faker: Faker,
): ExternalIndex {
  const leaning = normal(faker);
  const coding = bounded(1.36 * intelligence + 1.2 + 3 * leaning, CODING);
  const beginnings = Math.max(0.18 * intelligence - 0.7 + 0.5 * normal(faker), 0.3);
  const asAgent = 1.22 * (intelligence - 16.8) - 1.3 * leaning + 2.7 * normal(faker);
  const agentic = Math.max(asAgent, beginnings);
  const onlyCoding = !ranked && chance(faker, ONLY_CODING[era]);
  const noIntelligence = onlyCoding || (!ranked && chance(faker, NO_INTELLIGENCE));
  return {
    intelligence_index: noIntelligence ? null : tenths(intelligence),
    coding_index: tenths(coding),
    agentic_index: onlyCoding ? null : tenths(agentic),
  };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
