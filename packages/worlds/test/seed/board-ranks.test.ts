import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Model } from '@model-gateway/core';
import { model } from '../../src/builders/model.ts';
import { rankBoards } from '../../src/seed/rank-boards.ts';
import { generateWorld } from '../../src/world/generate-world.ts';
import { loadGoldenWorld } from '../../src/world/golden-world.ts';
import type { World } from '../../src/world.ts';

/* `rank` is 1 for the highest ELO among models of the gateway. Source: contract §8.3. */

const WORLDS: Readonly<Record<string, World>> = {
  'the golden world': await loadGoldenWorld(),
  'a world of 1,000 models': await generateWorld({ seed: 9, models: 1000 }),
  'a world of 30 models': await generateWorld({ seed: 4, models: 30 }),
};

for (const [name, world] of Object.entries(WORLDS)) {
  const boards = boardsOf(world.models.map(({ model: listed }) => listed));

  describe(`every board of ${name}`, () => {
    it('ranks its models from 1 to n by ELO, variants of a model with it', () => {
      assert.ok(boards.size >= 10, `${boards.size} boards`);
      for (const [board, results] of boards) {
        const places = [...new Map(results.map((one) => [one.slug, one])).values()];
        const ranked = places.toSorted((a, b) => a.rank - b.rank);
        const elos = ranked.map(({ elo }) => elo);
        assert.deepEqual(
          ranked.map(({ rank }) => rank),
          ranked.map((_, i) => i + 1),
          board,
        );
        assert.deepEqual(
          elos,
          elos.toSorted((a, b) => b - a),
          board,
        );
      }
    });

    it('gives variants of a model one result', () => {
      for (const [board, results] of boards) {
        const bySlug = new Map(results.map((one) => [one.slug, one]));
        for (const one of results) assert.deepEqual(one, bySlug.get(one.slug), board);
      }
    });
  });
}

describe('rankBoards', () => {
  const on = (id: string, elo: number, winRate: number, slug = id) => ({
    signals: {},
    model: model({
      id,
      canonical_slug: slug,
      benchmarks: {
        design_ranking: [{ arena: 'models', category: 'svg', elo, win_rate: winRate, rank: 1 }],
      },
    }).model,
  });
  const ranks = (entries: readonly { model: Model }[]) =>
    Object.fromEntries(
      entries.map(({ model: { id, benchmarks } }) => [id, benchmarks?.design_ranking[0]?.rank]),
    );

  it('puts the higher win rate first where ELOs are equal, then the slug', () => {
    const entries = [on('a/c', 1200, 50), on('a/b', 1200, 50), on('a/a', 1200, 51)];
    assert.deepEqual(ranks(rankBoards(entries)), { 'a/a': 1, 'a/b': 2, 'a/c': 3 });
  });

  it('counts a model and its free variant once', () => {
    const entries = [on('a/a', 1300, 60), on('a/a:free', 1300, 60, 'a/a'), on('a/b', 1200, 50)];
    assert.deepEqual(ranks(rankBoards(entries)), { 'a/a': 1, 'a/a:free': 1, 'a/b': 2 });
  });

  it('leaves entries without results as they are', () => {
    const entries = [{ signals: {}, model: model({ id: 'a/a' }).model }];
    assert.deepEqual(rankBoards(entries), entries);
  });
});

interface Placed {
  readonly slug: string;
  readonly elo: number;
  readonly rank: number;
}

function boardsOf(models: readonly Model[]): Map<string, Placed[]> {
  const boards = new Map<string, Placed[]>();
  for (const { canonical_slug: slug, benchmarks } of models) {
    for (const { arena, category, elo, rank } of benchmarks?.design_ranking ?? []) {
      const board = `${arena}/${category}`;
      boards.set(board, [...(boards.get(board) ?? []), { slug, elo, rank }]);
    }
  }
  return boards;
}
