import type { Faker } from '@faker-js/faker';
import type { Benchmarks } from '@model-gateway/core';
import { normal } from './draws.ts';

export interface Contest {
  readonly arena: string;
  readonly category: string;
  /** How many models take part, in this gateway or not. */
  readonly entrants: number;
}

/** Observed over 986 entries: mean 1196, deviation 100, extremes 775 and 1503. */
const ELO = { mean: 1196, deviation: 100 };
/** Observed: 37 % at an elo of 990, 52 % at the mean, 69 % at 1450; other deviations are small. */
const WIN_RATE = { mean: 51.6, perElo: 0.07, noise: 2.5 };
/** How much of a result is luck or taste. */
const LUCK = 0.65;

/**
 * How a model of this skill (of a bell curve: 0 is usual, 2 outstanding) does in a contest. The rank
 * is the elo's quantile among the entrants, so that it needs no other model to be known: a higher
 * elo never has a worse rank, equals may share one, and not every rank is taken by a model of the
 * gateway.
 */
export function resultIn(
  { arena, category, entrants }: Contest,
  skill: number,
  faker: Faker,
): Benchmarks['design_ranking'][number] {
  const standing = Math.sqrt(1 - LUCK ** 2) * skill + LUCK * normal(faker);
  const elo = Math.round(ELO.mean + ELO.deviation * standing);
  const winRate =
    WIN_RATE.mean + WIN_RATE.perElo * (elo - ELO.mean) + WIN_RATE.noise * normal(faker);
  const better = 1 - normalQuantile((elo - ELO.mean) / ELO.deviation);
  return {
    arena,
    category,
    elo,
    win_rate: Math.round(Math.min(Math.max(winRate, 15), 85) * 10) / 10,
    rank: 1 + Math.floor(better * entrants),
  };
}

/**
 * The share of a bell curve below `deviations`, from 0 to 1. Abramowitz and Stegun 26.2.17, whose
 * error is under 10⁻⁷; rising throughout.
 */
export function normalQuantile(deviations: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(deviations));
  const density = Math.exp(-(deviations ** 2) / 2) / Math.sqrt(2 * Math.PI);
  const polynomial =
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = density * polynomial;
  return deviations < 0 ? tail : 1 - tail;
}
