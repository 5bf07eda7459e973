import type { Faker } from '@faker-js/faker';
import type { Benchmarks } from '@model-gateway/core';
import { normal } from './draws.ts';

export interface Contest {
  readonly arena: string;
  readonly category: string;
}

/** Observed over 986 entries: mean 1196, deviation 100, extremes 775 and 1503. */
const ELO = { mean: 1190, deviation: 112 };
/** Observed: 37 % at an elo of 990, 52 % at the mean, 69 % at 1450; other deviations are small. */
const WIN_RATE = { mean: 51.6, perElo: 0.07, noise: 2.5 };
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
  const standing = Math.sqrt(1 - LUCK ** 2) * skill + LUCK * normal(faker);
  const elo = Math.round(ELO.mean + ELO.deviation * standing);
  const winRate =
    WIN_RATE.mean + WIN_RATE.perElo * (elo - ELO.mean) + WIN_RATE.noise * normal(faker);
  return {
    arena,
    category,
    elo,
    win_rate: Math.round(Math.min(Math.max(winRate, 15), 85) * 10) / 10,
    rank: 1,
  };
}
