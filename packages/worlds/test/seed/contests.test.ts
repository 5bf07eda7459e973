import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Model } from '@model-gateway/core';
import { generateCatalog } from './generated.ts';

/* What belongs together in measurements and flags, as readers of records compared them. */

const MONTH = 30.4375 * 86_400;
const REFERENCE = Date.UTC(2026, 10, 1) / 1000;
const CODE_CONTESTS = ['3d', 'dataviz', 'gamedev', 'uicomponent', 'website'];

const models = [7, 1, 42].flatMap((seed) =>
  [...generateCatalog({ seed, models: 400 })].map(({ model }) => model),
);
const monthsOld = ({ created }: Model) => (REFERENCE - created) / MONTH;
const resultsOf = ({ benchmarks }: Model) => benchmarks?.design_ranking ?? [];
const ranked = models.filter((model) => resultsOf(model).length > 0);

/** The ELO of a model by category, arenas aside: no category is in two. */
function elosOf(model: Model): ReadonlyMap<string, number> {
  return new Map(resultsOf(model).map(({ category, elo }) => [category, elo]));
}

/** What each model that is in both contests scores more in the first. */
function differences(one: string, other: string): readonly number[] {
  return ranked.flatMap((model) => {
    const elos = elosOf(model);
    const [first, second] = [elos.get(one), elos.get(other)];
    return first === undefined || second === undefined ? [] : [first - second];
  });
}

function spreadOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

describe('the contests of generated models', () => {
  const sameSlides = [
    ['agentichtmlslides', 'agenticslides(html)', 6],
    ['agentichtmlslides', 'htmlslides', 15],
    ['pptxslides', 'agenticslides(python-pptx)', 10],
    ['pptxslides', 'python-pptxslides', 14],
  ] as const;
  for (const [one, other, most] of sameSlides) {
    it(`rank ${one} and ${other} alike`, () => {
      const found = differences(one, other);
      assert.ok(found.length > 10);
      assert.ok(spreadOf(found) < most, `differ by ${spreadOf(found)}`);
    });
  }

  it('rank slides of pages apart from slides of programs', () => {
    assert.ok(spreadOf(differences('htmlslides', 'pptxslides')) > 40);
  });

  it('pool all code: its ELO lies among those of the parts', () => {
    const pooled = ranked
      .map(elosOf)
      .filter((elos) => CODE_CONTESTS.every((name) => elos.has(name)));
    assert.ok(pooled.length > 50);
    for (const elos of pooled) {
      const parts = CODE_CONTESTS.map((name) => elos.get(name) ?? NaN);
      const all = elos.get('codecategories') ?? NaN;
      assert.ok(
        all >= Math.min(...parts) && all <= Math.max(...parts),
        `${all} of ${parts.join()}`,
      );
    }
  });

  it('have win rates on one curve for each category', () => {
    const recent = ranked.filter((model) => monthsOld(model) < 5);
    const results = recent.flatMap((model) =>
      resultsOf(model)
        .filter(({ category }) => category === 'website')
        .map(({ elo, win_rate: rate }) => rate - 0.126 * elo - 1.3 * monthsOld(model)),
    );
    assert.ok(results.length > 50);
    assert.ok(spreadOf(results) < 3, `lie ${spreadOf(results)} beside it`);
  });

  it('are held by models whose three indexes are known, or none', () => {
    for (const { id, benchmarks } of ranked) {
      const indexes = Object.values(benchmarks?.external_index ?? {});
      assert.ok(!indexes.includes(null), id);
    }
  });
});

describe('the flags of generated models', () => {
  it('let no model expire that its vendor released within two months', () => {
    const expiring = models.filter((model) => model.expiration_date !== null);
    assert.ok(expiring.length > 5);
    for (const model of expiring) assert.ok(monthsOld(model) > 2, model.id);
  });
});
