import type { Draws } from '../draws.ts';
import { dollarsPerMillion, monthsOld, type SignalFacts } from './facts.ts';

/** Share of models of which it is not known. */
const UNKNOWN = 0.05;

const SMALLEST = 3e8;
const LARGEST = 4e12;
/** Of the power law: under 1, so that a few models carry most of the traffic. */
const TAIL = 0.8;
/** Half the price means a third more traffic. */
const PRICE_ELASTICITY = -0.42;
/** Calls that carry a picture, a voice or a query are few tokens each. */
const MEDIA_SHARE = 0.02;

/** Not observable in a catalog; a power law, in which cheap and established models lead. */
export function weeklyTokensOf(
  facts: SignalFacts,
  index: number,
  draws: Draws,
): number | undefined {
  const faker = draws('popularity', index);
  if (faker.number.float() < UNKNOWN) return undefined;
  const luck = (1 - faker.number.float()) ** (-1 / TAIL);
  const cheapness = (dollarsPerMillion(facts) / 0.5) ** PRICE_ELASTICITY;
  const establishment = 0.3 + Math.min(monthsOld(facts), 12) / 9;
  const share = facts.kind === 'text' ? 1 : MEDIA_SHARE;
  return Math.round(Math.min(SMALLEST * share * luck * cheapness * establishment, LARGEST));
}
