// System, long: classifiers sort thousands of models.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { model } from '@model-gateway/worlds';
import { wholeCatalogFile } from '../../../core/test/catalog/observed-catalog.ts';
import { modelsIn } from '../observed/observed-facts.ts';
import { rankBoards } from '../../src/seed/rank-boards.ts';
import { generateCatalog } from '../seed/generated.ts';
import { faultsOf } from './coherence.ts';
import { distancesOf } from './distance.ts';
import { FEATURES } from './features.ts';
import { forest } from './forest.ts';
import { distancesOfHalves } from './halves.ts';
import { htmlReport } from './html-report.ts';
import { idShape, nameShape, slugShape } from './shapes.ts';
import { significantDigits } from './significant-digits.ts';
import { tellApart } from './tell-apart.ts';

const textModels = (seed: number, count: number) =>
  rankBoards([...generateCatalog({ seed, models: count })])
    .map((entry) => entry.model)
    .filter(({ architecture }) => architecture.output_modalities.includes('text'));

const one = textModels(1, 400);

describe('the distance of two catalogs', () => {
  it('is nothing in any feature for the same catalog', () => {
    const distances = distancesOf(one, one);
    assert.equal(distances.length, FEATURES.length);
    assert.ok(distances.every(({ points }) => points === 0));
  });

  it('is 100 points in a feature of which they share no value, largest first', () => {
    const expensive = one.map((each) => ({ ...each, pricing: { prompt: '7', completion: '7' } }));
    const [first] = distancesOf(one, expensive);
    assert.equal(first?.points, 100);
  });

  it('is the share of models that differ for a yes or no', () => {
    const free = one.map((each, position) =>
      position % 2 === 0 ? each : { ...each, model_hub_id: 'a/b' },
    );
    const none = one.map((each) => ({ ...each, model_hub_id: null }));
    const distance = distancesOf(none, free).find(({ name }) => name === 'has a hub id');
    const hubs = free.filter(({ model_hub_id: id }) => id != null).length / free.length;
    assert.ok(Math.abs((distance?.points ?? 0) - 100 * hubs) < 0.01);
  });
});

describe('the classifier', () => {
  it('cannot tell halves of one catalog apart', () => {
    const halves = [0, 1].map((rest) => one.filter((_, position) => position % 2 === rest));
    const area = tellApart(halves[0] ?? [], halves[1] ?? []);
    assert.ok(area > 0.35 && area < 0.65, `${area}`);
  });

  it('cannot tell halves apart by a forest either, but odd prices', () => {
    const [first = [], second = []] = [0, 1].map((rest) =>
      one.filter((_, position) => position % 2 === rest),
    );
    const area = tellApart(first, second, forest);
    assert.ok(area > 0.35 && area < 0.65, `${area}`);
    const odd = second.map((each) => ({
      ...each,
      pricing: { ...each.pricing, prompt: '0.0000001234' },
    }));
    assert.ok(tellApart(first, odd, forest) > 0.9);
  });

  it('tells models with a price of their own apart', () => {
    const odd = one.map((each) => ({
      ...each,
      pricing: { ...each.pricing, prompt: '0.0000001234' },
    }));
    assert.ok(tellApart(one, odd) > 0.95);
  });
});

describe('coherence', () => {
  const result = { arena: 'models', category: 'svg', win_rate: 50, rank: 1 };
  const base = model({ id: 'acme/plain-1', created: 1_780_000_000 }).model;

  for (const [fault, models] of [
    ['knows what came after its release', [{ ...base, knowledge_cutoff: '2030-01-01' }]],
    ['knows nothing of the three years', [{ ...base, knowledge_cutoff: '2020-01-01' }]],
    ['has expired', [{ ...base, expiration_date: '2020-01-01' }]],
    [
      'shares place',
      [1200, 1300].map((elo) => ({
        ...base,
        benchmarks: { design_ranking: [{ ...result, elo }] },
      })),
    ],
  ] as const) {
    it(`finds a model that ${fault}`, () => {
      assert.match(faultsOf(models).join('\n'), new RegExp(fault));
    });
  }

  it('finds nothing in a model without faults', () => assert.deepEqual(faultsOf([base]), []));
});

describe('shapes', () => {
  for (const [name, shape] of [
    ['Acme: Quill 1', 'author   '],
    ['Quill 1 (free)', 'no author free  '],
    ['Acme: Quill 0728 (thinking) ', 'author thinking date blank'],
  ] as const) {
    it(`calls the name "${name}" "${shape}"`, () => assert.equal(nameShape(name), shape));
  }

  it('reads parts, versions, sizes and variants of an id', () => {
    assert.equal(idShape('acme/quill-3.5-30b-a3b:free'), '4  point size  free');
    assert.equal(idShape('acme/quill3-coder-2507'), '3 fused   date ');
  });

  it('compares a slug with its id', () => {
    const base = model({ id: 'a/b' }).model;
    const slugs = ['a/b', 'a/b-20260728', 'a/b-2026-07-28', 'a/b-0728', 'a/c'];
    assert.deepEqual(
      slugs.map((slug) => slugShape({ ...base, id: 'a/b:free', canonical_slug: slug })),
      ['same', 'day', 'iso day', 'other suffix', 'another'],
    );
  });

  it('counts significant digits', () => {
    assert.deepEqual(['0.00000125', '3', '0.00001', '10.50'].map(significantDigits), [3, 1, 1, 3]);
  });
});

describe('the report', () => {
  const [half, rest] = [one.slice(0, 40), one.slice(40, 80)];
  const comparison = {
    name: '<b>',
    models: rest,
    distances: distancesOf(half, rest),
    areas: { logistic: 0.5, forest: 0.6 },
    faults: [],
  };
  const page = htmlReport({ name: 'a & b', models: half, halves: distancesOfHalves(half) }, [
    comparison,
  ]);

  it('escapes names', () => {
    assert.match(page, /a &amp; b.*&lt;b>/s);
    assert.ok(!page.includes('<b>'));
  });

  it('draws prices, lengths and a bar for every feature, without scripts', () => {
    assert.equal(page.match(/<svg/g)?.length, 3);
    for (const { name } of FEATURES) assert.ok(page.includes(name), name);
    assert.ok(!page.includes('<script'));
  });
});

const file = wholeCatalogFile();

describe(
  'a generated world against a whole catalog of real models',
  { skip: file === undefined && 'MODEL_GATEWAY_CATALOG names no catalog' },
  () => {
    const real = file === undefined ? [] : modelsIn(file);
    for (const [seed, count] of [
      [7, 400],
      [1, 400],
      [7, 2000],
    ] as const) {
      describe(`of ${count} models from seed ${seed}`, () => {
        const generated = textModels(seed, count);

        it('is as near as halves of the catalog are to each other in 90 features or more', () => {
          const usual = distancesOfHalves(real);
          const near = distancesOf(real, generated).filter(
            ({ name, points }) => points <= Math.max(5, usual.get(name) ?? 0),
          );
          assert.ok(near.length >= 90, `${near.length} features`);
        });

        it('is hard to tell apart', () => {
          const line = tellApart(real, generated);
          assert.ok(line <= 0.6, `logistic: ${line}`);
          const trees = tellApart(real, generated, forest);
          assert.ok(trees <= 0.65, `forest: ${trees}`);
        });

        it('does not contradict itself', () => assert.deepEqual(faultsOf(generated), []));
      });
    }
  },
);
