import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { generateCatalog } from './generated.ts';

/* What a reader of a catalog would notice as invented. */

const REFERENCE = Date.UTC(2026, 10, 1) / 1000;
const texts = [...generateCatalog({ seed: 11, models: 3000 })]
  .map(({ model }) => model)
  .filter(({ id }) => !/^~|^gateway\//.test(id));

describe('the values of a generated catalog', () => {
  it('do not pile up at the top of a ranking', () => {
    const coding = texts.flatMap(
      ({ benchmarks }) => benchmarks?.external_index?.coding_index ?? [],
    );
    const highest = coding.toSorted((one, other) => other - one);
    assert.ok(new Set(highest.slice(0, 40)).size > 15, highest.slice(0, 40).join());
    const elos = texts.flatMap(({ benchmarks }) => benchmarks?.design_ranking ?? []);
    const top = Math.max(...elos.map(({ elo }) => elo));
    assert.ok(elos.filter(({ elo }) => elo === top).length < 4, `${top}`);
  });

  it('have up to 3 or 6 default parameters', () => {
    const sizes = texts.flatMap(({ default_parameters: all }) =>
      all == null ? [] : Object.keys(all).length,
    );
    assert.deepEqual(new Set(sizes), new Set([0, 1, 2, 3, 6]));
  });

  it('date snapshots with eight digits only in the last 440 days', () => {
    for (const { id, canonical_slug: slug, created } of texts) {
      if (!/-20\d{6}$/.test(slug) || id.startsWith('lumenfold/')) continue;
      assert.ok(created > REFERENCE - 440 * 86_400, id);
    }
  });

  it('name the day of the listing in most dated slugs, not in all', () => {
    const days = texts.flatMap(({ canonical_slug: slug, created }) => {
      const [, year, month, day] = /-(20\d\d)(\d\d)(\d\d)$/.exec(slug) ?? [];
      const named = Date.parse(`${year}-${month}-${day}`) / 86_400_000;
      return year === undefined ? [] : [Math.floor(created / 86_400) - named];
    });
    const same = days.filter((late) => late === 0).length / days.length;
    assert.ok(same > 0.6 && same < 0.85, `${same}`);
    assert.ok(days.every((late) => late >= -1 && late < 60));
  });
});
