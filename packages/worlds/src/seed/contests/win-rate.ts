import type { Faker } from '@faker-js/faker';
import { bounded, type Bounds } from '../draws/bounded.ts';
import { normal } from '../draws/draws.ts';

/** Win rate of a model of three months with an ELO of 1250, points for each ELO, and what is left. */
interface Curve {
  readonly at: number;
  readonly perElo: number;
  readonly noise: number;
}

const NEAR_BY = 1.1;
/** Observed over the 469 results of models under 5.2 months, apart by category. */
const CURVES: Readonly<Record<string, Readonly<Record<string, Curve>>>> = {
  models: {
    '3d': { at: 50.5, perElo: 0.118, noise: 1.8 },
    asciiart: { at: 55.7, perElo: 0.132, noise: NEAR_BY },
    codecategories: { at: 50.6, perElo: 0.125, noise: NEAR_BY },
    dataviz: { at: 52.1, perElo: 0.127, noise: NEAR_BY },
    gamedev: { at: 49.8, perElo: 0.128, noise: NEAR_BY },
    svg: { at: 56.4, perElo: 0.132, noise: 1.3 },
    uicomponent: { at: 50.7, perElo: 0.125, noise: NEAR_BY },
    website: { at: 50.8, perElo: 0.126, noise: NEAR_BY },
  },
  agents: {
    agenticgamedev: { at: 59.6, perElo: 0.136, noise: 1.2 },
    agentichtmlslides: { at: 59, perElo: 0.149, noise: 0.2 },
    'agenticslides(html)': { at: 58.9, perElo: 0.149, noise: 0.2 },
    htmlslides: { at: 57.6, perElo: 0.144, noise: 0.9 },
    androidnative: { at: 56.1, perElo: 0.115, noise: 4 },
    fullstack: { at: 57.3, perElo: 0.11, noise: 2.4 },
    godotgamedev: { at: 59.2, perElo: 0.135, noise: 1 },
    mobileapps: { at: 56, perElo: 0.147, noise: 0.8 },
    webapps: { at: 54.4, perElo: 0.119, noise: 1.2 },
  },
};
/** Slides that programs make, and drawings. */
const USUAL: Curve = { at: 56.8, perElo: 0.128, noise: 2.6 };

/**
 * What is older won against weaker ones: from which age, points above the curve then and for each
 * further month, how steep the curve still is, and how far a model lies beside it in all its contests.
 */
interface Past {
  readonly from: number;
  readonly above: number;
  readonly perMonth: number;
  readonly steep: number;
  readonly beside: number;
}

const NOW: Past = { from: 0, above: -3.9, perMonth: 1.3, steep: 1, beside: 0.7 };
const PASTS: readonly Past[] = [
  { from: 9, above: 5.6, perMonth: 0.6, steep: 0.66, beside: 3.6 },
  { from: 5.2, above: 4.4, perMonth: 0.5, steep: 0.76, beside: 2.1 },
];
const OLDEST = 19;
/** Agents are newer, and were put to contests together. */
const AGENT_PART = 0.6;

const RATES: Bounds = { lowest: 12, highest: 86, bend: 8 };

/** Returns the percentage of its contests of a category that a model won, from what its ELO there is. */
export type WinRate = (arena: string, category: string, elo: number) => number;

export function winRates(monthsOld: number, faker: Faker): WinRate {
  const past = PASTS.find(({ from }) => monthsOld >= from) ?? NOW;
  const age = past.above + past.perMonth * (Math.min(monthsOld, OLDEST) - past.from);
  const beside = past.beside * normal(faker);
  return (arena, category, elo) => {
    const { at, perElo, noise } = CURVES[arena]?.[category] ?? USUAL;
    const part = arena === 'agents' ? AGENT_PART : 1;
    const steep = arena === 'agents' ? 1 : past.steep;
    const curve = at + perElo * steep * (elo - 1250) + part * age;
    const rate = bounded(curve + beside + noise * normal(faker), RATES);
    return Math.round(rate * 10) / 10;
  };
}
