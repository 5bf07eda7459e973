import type { Faker } from '@faker-js/faker';
import type { Benchmarks } from '@model-gateway/core';
import { bounded, type Bounds } from '../draws/bounded.ts';
import { normal } from '../draws/draws.ts';
import { agentElos } from './agent-elos.ts';
import { drawingElos } from './drawing-elos.ts';
import { levelAt } from './level-at.ts';
import { modelElos } from './model-elos.ts';
import { winRates } from './win-rate.ts';

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

const ELOS: Bounds = { lowest: 740, highest: 1460, bend: 90 };
/** Observed: what a model scores in web apps as an agent, for its ELO in websites as a model. */
const WEBAPPS = { website: 1270, at: 1187, perElo: 1.15, spread: 40 };

/**
 * Returns the results of a model in contests. Ranks are 1 until `rankBoards` ranks them among the models of a world.
 */
export function resultsIn(
  contests: readonly Contest[],
  { intelligence, monthsOld }: Contestant,
  faker: Faker,
): Result[] {
  const level = levelAt(intelligence, monthsOld, faker);
  const { website, at, perElo, spread } = WEBAPPS;
  const asAgent = at + perElo * (level - website) + spread * normal(faker);
  const winRateOf = winRates(monthsOld, faker);
  const elos: Readonly<Record<string, Readonly<Record<string, number>>>> = {
    agents: agentElos(asAgent, faker),
    models: { ...drawingElos(level, faker), ...modelElos(level, faker) },
  };
  return contests.map(({ arena, category }) => {
    const elo = Math.round(bounded(elos[arena]?.[category] ?? level, ELOS));
    return { arena, category, elo, win_rate: winRateOf(arena, category, elo), rank: 1 };
  });
}
