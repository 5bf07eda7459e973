import type { Category, ModelSignals } from '@model-gateway/core';
import { normal, type Draws } from '../draws/draws.ts';
import { normalQuantile } from '../draws/normal-quantile.ts';
import type { Focus } from '../sample/prototype.ts';
import type { SignalFacts } from './facts.ts';

/** Share of models of which nothing is known. */
const UNKNOWN = 0.12;

/** Probability that a model without a special purpose is used for each category. */
const USUAL: readonly (readonly [Category, number])[] = [
  ['programming', 0.45],
  ['roleplay', 0.25],
  ['marketing', 0.3],
  ['marketing/seo', 0.2],
  ['technology', 0.4],
  ['science', 0.35],
  ['translation', 0.35],
  ['legal', 0.2],
  ['finance', 0.25],
  ['health', 0.25],
  ['trivia', 0.25],
  ['academia', 0.3],
];

/** Probabilities that differ for models with a purpose. */
const SPECIAL: Readonly<Partial<Record<Focus, Readonly<Partial<Record<Category, number>>>>>> = {
  code: {
    programming: 1,
    technology: 0.7,
    roleplay: 0,
    marketing: 0.05,
    legal: 0.05,
    health: 0.05,
  },
  roleplay: { roleplay: 1, programming: 0.03, legal: 0, finance: 0, health: 0.02, academia: 0.05 },
  search: { technology: 0.7, science: 0.6, finance: 0.5, roleplay: 0.02 },
  thinking: { science: 0.8, academia: 0.7, programming: 0.7, roleplay: 0.1 },
  guard: { roleplay: 0, marketing: 0, 'marketing/seo': 0, translation: 0 },
};

/** Ranks go to about this; there are as many models in the golden world. */
const FIELD = 400;
/** Of the logarithm of weekly tokens plus the noise of a category. */
const TRAFFIC = { mean: 19.5, deviation: 2.25 };
const NOISE = 0.7;
/** Advantage of a model in the category that it was made for. */
const MADE_FOR_IT = 2;

/**
 * The rank in each category that the model is used for, 1 = first. It is the quantile of the
 * model's traffic in the category, so that it needs no other model to be known: ranks are unique
 * nearly always, and not all of them are taken. Models without known traffic have no ranks.
 */
export function categoryRanksOf(
  facts: SignalFacts,
  weeklyTokens: number | undefined,
  index: number,
  draws: Draws,
): ModelSignals['categories'] {
  const faker = draws('categories', index);
  if (facts.kind !== 'text' || weeklyTokens === undefined) return undefined;
  if (faker.number.float() < UNKNOWN) return undefined;
  const special = SPECIAL[facts.focus];
  const ranks: NonNullable<ModelSignals['categories']> = {};
  for (const [category, usual] of USUAL) {
    const used = faker.number.float() < (special?.[category] ?? usual);
    const chosen = special?.[category] === 1 ? MADE_FOR_IT : 0;
    const traffic = Math.log(weeklyTokens) + chosen + NOISE * normal(faker);
    const better = 1 - normalQuantile((traffic - TRAFFIC.mean) / TRAFFIC.deviation);
    if (used) ranks[category] = 1 + Math.floor(better * FIELD);
  }
  return ranks;
}
