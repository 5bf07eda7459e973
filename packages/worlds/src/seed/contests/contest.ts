import type { Faker } from '@faker-js/faker';
import type { Benchmarks } from '@model-gateway/core';
import { bounded, type Bounds } from '../draws/bounded.ts';
import { normal } from '../draws/draws.ts';

export interface Contest {
  readonly arena: string;
  readonly category: string;
}

type Result = Benchmarks['design_ranking'][number];

/** What decides about results: ability on the scale of the intelligence index, and age. */
interface Contestant {
  readonly intelligence: number;
  readonly monthsOld: number;
}

/**
 * Observed: 1222 at an intelligence index of 35.6 and 6.3 more for each point of it (correlation
 * 0.9), with a deviation of 46, between extremes of 775 and 1503.
 */
const ELO = { middle: 1222, index: 35.6, perPoint: 6.3, taste: 46 };
const ELOS: Bounds = { lowest: 740, highest: 1470, bend: 130 };
/**
 * Observed over 1,096 results: a tenth of a point for each of ELO, and a point for each month of age,
 * since what is older won against weaker ones. Models lie 3.3 beside that, their results another 2.
 */
const WIN_RATE = { middle: 50.1, at: 1175, perElo: 0.1, months: 7.7, perMonth: 1.01, beside: 3.3 };
const WIN_NOISE = 2;
const OLDEST = 19;
const WIN_RATES: Bounds = { lowest: 12, highest: 86, bend: 8 };

/** What is usual in a category: its results above those of the same model elsewhere, and their spread. */
interface Level {
  readonly above: number;
  readonly spread: number;
}

/** Observed: a model does about as well in all contests of one arena, 91 from worst to best. */
const LEVELS: Readonly<Record<string, Level>> = {
  '3d': { above: 4, spread: 38 },
  asciiart: { above: -42, spread: 46 },
  codecategories: { above: 8, spread: 8 },
  dataviz: { above: 6, spread: 28 },
  gamedev: { above: 15, spread: 24 },
  svg: { above: -40, spread: 30 },
  uicomponent: { above: 5, spread: 14 },
  website: { above: 9, spread: 12 },
  graphicdesign: { above: -2, spread: 9 },
  image: { above: 5, spread: 6 },
  imageediting: { above: 2, spread: 6 },
  logo: { above: -4, spread: 12 },
  mobileapps: { above: 20, spread: 22 },
  webapps: { above: 8, spread: 30 },
};
const USUAL: Level = { above: -20, spread: 44 };

/**
 * Observed: what a model scores when it drives an agent, beside what it scores alone. Models are
 * nearer to each other there, 76 apart instead of 106.
 */
const AGENT = { above: -84, spread: 36, around: 1320, part: 0.7 };

/**
 * Returns the results of a model in contests. Ranks are 1 until `rankBoards` ranks them among the models of a world.
 */
export function resultsIn(
  contests: readonly Contest[],
  { intelligence, monthsOld }: Contestant,
  faker: Faker,
): Result[] {
  const own = ELO.middle + ELO.perPoint * (intelligence - ELO.index) + ELO.taste * normal(faker);
  const { months, perMonth, beside } = WIN_RATE;
  const wins = perMonth * (Math.min(monthsOld, OLDEST) - months) + beside * normal(faker);
  const nearer = AGENT.around + AGENT.part * (own - AGENT.around);
  const asAgent = nearer + AGENT.above + AGENT.spread * normal(faker);
  return contests.map(({ arena, category }) => {
    const { above, spread } = LEVELS[category] ?? USUAL;
    const usual = arena === 'agents' ? asAgent : own;
    const drawn = usual + above + spread * normal(faker);
    const elo = Math.round(bounded(drawn, ELOS));
    return { arena, category, elo, win_rate: winRateOf(elo, wins, faker), rank: 1 };
  });
}

function winRateOf(elo: number, wins: number, faker: Faker): number {
  const rate = WIN_RATE.middle + WIN_RATE.perElo * (elo - WIN_RATE.at) + wins;
  const drawn = rate + WIN_NOISE * normal(faker);
  return Math.round(bounded(drawn, WIN_RATES) * 10) / 10;
}
