import type { Faker } from '@faker-js/faker';
import type { Benchmarks } from '@model-gateway/core';
import { normal } from './draws.ts';

export interface Contest {
  readonly arena: string;
  readonly category: string;
}

/**
 * Observed: half of the results are above 1155; they fall off faster above (1293 for one in twenty)
 * than below (910), between extremes of 775 and 1503.
 */
const ELO = { middle: 1155, above: 79, below: 180, lowest: 775, highest: 1503 };
/** Of those that enter contests, on the scale of skills. */
const USUAL_STANDING = -0.5;
/** Observed: 27 % at an elo of 910, 48 % at 1155, 61 % at 1293. */
const WIN_RATE = { middle: 48.3, perElo: 0.085, noise: 3 };
/** Share of a result that is luck or taste. */
const LUCK = 0.6;

/**
 * Returns the result of a model of this skill (of a bell curve: 0 is usual, 2 outstanding) in a
 * contest. Its rank is 1 until `rankBoards` ranks it among the models of a world.
 */
export function resultIn(
  { arena, category }: Contest,
  skill: number,
  faker: Faker,
): Benchmarks['design_ranking'][number] {
  const standing = Math.sqrt(1 - LUCK ** 2) * skill + LUCK * normal(faker) - USUAL_STANDING;
  const distance = standing * (standing > 0 ? ELO.above : ELO.below);
  const elo = Math.round(Math.min(Math.max(ELO.middle + distance, ELO.lowest), ELO.highest));
  const winRate =
    WIN_RATE.middle + WIN_RATE.perElo * (elo - ELO.middle) + WIN_RATE.noise * normal(faker);
  return {
    arena,
    category,
    elo,
    win_rate: Math.round(Math.min(Math.max(winRate, 15), 85) * 10) / 10,
    rank: 1,
  };
}
