import type { Draws } from '../draws/draws.ts';
import { dollarsPerMillion, monthsOld, type SignalFacts } from './facts.ts';

/** Share of models of which it is not known. */
const UNKNOWN = 0.05;

const SMALLEST = 3e8;
const LARGEST = 4e12;
/** Of the power law: under 1, so that a few models carry most of the traffic. */
const TAIL = 0.9;
/** Half the price means a third more traffic. */
const PRICE_ELASTICITY = -0.42;
/** Calls that carry a picture, a voice or a query are few tokens each. */
const MEDIA_SHARE = 0.02;

/** Months after which a model is used a third as much as at its peak. */
const AGING = 10;

/**
 * Not observable in a catalog; a power law, in which cheap, able and current models lead. New ones
 * take a few weeks to be adopted, old ones are abandoned.
 */
export function weeklyTokensOf(
  facts: SignalFacts,
  index: number,
  draws: Draws,
): number | undefined {
  const faker = draws('popularity', index);
  if (faker.number.float() < UNKNOWN) return undefined;
  const luck = (1 - faker.number.float()) ** (-1 / TAIL);
  const cheapness = (dollarsPerMillion(facts) / 0.5) ** PRICE_ELASTICITY;
  const age = monthsOld(facts);
  const currency = (1 - Math.exp(-(age + 0.2) / 1.5)) * Math.exp(-((age / AGING) ** 1.3));
  const share = facts.kind === 'text' ? 1 : MEDIA_SHARE;
  return Math.round(
    Math.min(
      SMALLEST * share * luck * cheapness * currency * (0.5 + facts.intelligence / 30),
      LARGEST,
    ),
  );
}
