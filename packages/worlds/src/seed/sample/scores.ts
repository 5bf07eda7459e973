import type { Benchmarks } from '@model-gateway/core';
import { normal, type Draws } from '../draws/draws.ts';
import { PROTOTYPES, type Prototype } from './prototype.ts';

/** By how much the ELOs of a model move together, those of one arena, and one alone. */
const ELO = { all: 14, arena: 5, board: 3 };
/** Boards that are not ranked by what others rank too, as slides and code in general are. */
const ALONE = /\/(svg|asciiart|androidnative|fullstack|mobileapps|webapps|godotgamedev)$/;
/** Percentage of wins that goes with one ELO. */
const WINS_PER_ELO = 0.125;
const WINS = { least: 3, most: 97 };
/** How far the indices of a model move together, as a part, and for each ELO. */
const INDEX = { spread: 0.04, perElo: 0.002 };

/**
 * Returns the measurements of a prototype, all moved by what the model is better or worse by; undefined where
 * it has none. Ranks are 1 until `rankBoards` ranks a world.
 */
export function benchmarksOf(
  { boards, index }: Prototype,
  position: number,
  draws: Draws,
): Benchmarks | undefined {
  if (boards === undefined) return undefined;
  const faker = draws('benchmarks', position);
  const better = ELO.all * normal(faker);
  const inArena: Readonly<Record<string, number>> = {
    agents: ELO.arena * normal(faker),
    models: ELO.arena * normal(faker),
  };
  const part = 1 + INDEX.perElo * better + INDEX.spread * normal(faker);
  const [intelligence, coding, agentic] = (index ?? []).map((score) =>
    score === null ? null : tenths(score * part),
  );
  return {
    design_ranking: boards.map(([board, elo, winRate]) => {
      const [arena = '', category = ''] = (PROTOTYPES.boards[board] ?? '').split('/');
      const own = ALONE.test(`/${category}`) ? ELO.board * normal(faker) : 0;
      // Never by nothing: that would be the prototype's.
      const moved = Math.round(better + (inArena[arena] ?? 0) + own) || 1;
      const wins = winRate + WINS_PER_ELO * moved;
      const win_rate = tenths(Math.min(Math.max(wins, WINS.least), WINS.most));
      return { arena, category, elo: elo + moved, win_rate, rank: 1 };
    }),
    ...(index && {
      external_index: {
        intelligence_index: intelligence ?? null,
        coding_index: coding ?? null,
        agentic_index: agentic ?? null,
      },
    }),
  };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
