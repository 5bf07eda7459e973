import type { Faker } from '@faker-js/faker';
import type { Benchmarks } from '@model-gateway/core';
import { chance, normal } from '../draws.ts';
import type { Era } from './era.ts';
import type { Traits } from './traits.ts';

type ExternalIndex = NonNullable<Benchmarks['external_index']>;

/** Observed: 117 models have an index, of which 9, mostly old, have the coding index only. */
const ONLY_CODING: Readonly<Record<Era, number>> = { recent: 0.03, middle: 0.05, old: 0.75 };
/** Observed once: no intelligence index, and both others. */
const NO_INTELLIGENCE = 0.01;

/**
 * Three scores that go together (observed correlation of the first two: 0.98). The coding index is
 * a third higher, the agentic one falls to nothing for models below 14.
 */
export function externalIndexOf({ intelligence, era }: Traits, faker: Faker): ExternalIndex {
  const coding = Math.min(Math.max(1.33 * intelligence - 1 + 2.5 * normal(faker), 2.7), 85);
  const agentic = Math.max(1.17 * (intelligence - 13.5) + 2 * normal(faker), 0.3);
  const onlyCoding = chance(faker, ONLY_CODING[era]);
  const noIntelligence = onlyCoding || chance(faker, NO_INTELLIGENCE);
  return {
    intelligence_index: noIntelligence ? null : tenths(intelligence),
    coding_index: tenths(coding),
    agentic_index: onlyCoding ? null : tenths(agentic),
  };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
