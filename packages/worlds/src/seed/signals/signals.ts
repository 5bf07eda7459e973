import type { ModelSignals } from '@model-gateway/core';
import { present } from '@model-gateway/core/kit';
import { chance, type Draws } from '../draws/draws.ts';
import { categoryRanksOf } from './category-ranks.ts';
import type { SignalFacts } from './facts.ts';
import { hostingOf } from './hosting.ts';
import { weeklyTokensOf } from './popularity.ts';
import { speedOf } from './speed.ts';
import { toolSuccessRateOf } from './tool-success.ts';

/** Share of models that leave the author to what the id says. */
const AUTHOR_UNSAID = 0.08;

/** Share of models whose licence is known to let, or not to let, outputs train other models. */
const DISTILLABLE: Readonly<Record<SignalFacts['served'], Readonly<Record<'yes' | 'no', number>>>> =
  {
    open: { yes: 0.7, no: 0.1 },
    closed: { yes: 0.02, no: 0.73 },
    gateway: { yes: 0, no: 0 },
  };

/** Returns the facts that filters and sorts need beside the listing. Each is unknown for some models. */
export function signalsOf(facts: SignalFacts, index: number, draws: Draws): ModelSignals {
  const weeklyTokens = weeklyTokensOf(facts, index, draws);
  return present({
    author: authorOf(facts, index, draws),
    ...hostingOf(facts, index, draws),
    categories: categoryRanksOf(facts, weeklyTokens, index, draws),
    weekly_tokens: weeklyTokens,
    ...speedOf(facts, index, draws),
    tool_success_rate: toolSuccessRateOf(facts, index, draws),
    distillable: distillableOf(facts, index, draws),
  });
}

function authorOf(facts: SignalFacts, index: number, draws: Draws): string | undefined {
  return chance(draws('author', index), AUTHOR_UNSAID) ? undefined : facts.authorSlug;
}

function distillableOf({ served }: SignalFacts, index: number, draws: Draws): boolean | undefined {
  const { yes, no } = DISTILLABLE[served];
  const quantile = draws('licence', index).number.float();
  if (quantile < yes) return true;
  return quantile < yes + no ? false : undefined;
}
