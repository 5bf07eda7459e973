import type { Benchmarks, CatalogEntry } from '@model-gateway/core';

type Result = Benchmarks['design_ranking'][number];

/**
 * The same entries with `rank` on each board from 1 to n by ELO: the only thing about a generated
 * model that others have a part in. Variants of a model (one canonical slug) share its place, as
 * observed; no others do: the higher win rate comes first among equal ELOs, then the slug.
 * Source: contract §8.3.
 */
export function rankBoards(entries: readonly CatalogEntry[]): CatalogEntry[] {
  const boards = new Map<string, Map<string, Result>>();
  for (const { model } of entries) {
    for (const result of model.benchmarks?.design_ranking ?? []) {
      const key = boardOf(result);
      const board = boards.get(key) ?? new Map<string, Result>();
      boards.set(key, board.set(model.canonical_slug, result));
    }
  }
  const ranks = new Map([...boards].map(([key, board]) => [key, ranksOf(board)]));
  return entries.map((entry) => {
    const { benchmarks, canonical_slug: slug } = entry.model;
    if (benchmarks === undefined || benchmarks.design_ranking.length === 0) return entry;
    const ranking = benchmarks.design_ranking.map((result) => ({
      ...result,
      rank: ranks.get(boardOf(result))?.get(slug) ?? result.rank,
    }));
    const model = { ...entry.model, benchmarks: { ...benchmarks, design_ranking: ranking } };
    return { ...entry, model };
  });
}

function boardOf({ arena, category }: Result): string {
  return `${arena}\n${category}`;
}

/** The rank of each canonical slug on a board. */
function ranksOf(board: ReadonlyMap<string, Result>): ReadonlyMap<string, number> {
  const order = [...board].sort(
    ([slug, one], [otherSlug, other]) =>
      other.elo - one.elo || other.win_rate - one.win_rate || (slug < otherSlug ? -1 : 1),
  );
  return new Map(order.map(([slug], position) => [slug, position + 1]));
}
