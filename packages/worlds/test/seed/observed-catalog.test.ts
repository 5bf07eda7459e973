import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { digestOf, lastPartOf, observedFacts } from '../observed/observed-facts.ts';
import { generateCatalog } from './generated.ts';
import { shapeOf } from './catalog-shape.ts';

describe('the golden seed, compared with a catalog of real models', () => {
  const { shape: observed, digests } = observedFacts();
  const generated = shapeOf(
    [...generateCatalog({ seed: 7, models: 400 })]
      .map(({ model }) => model)
      .filter(({ architecture }) => architecture.output_modalities.includes('text')),
    Date.UTC(2026, 10, 1) / 1000,
  );

  it('has the same share of models with each property, to a tenth', () => {
    for (const [fact, share] of Object.entries(observed.shares)) {
      const own = generated.shares[fact] ?? Number.NaN;
      assert.ok(Math.abs(own - share) <= 0.1, `${fact}: observed ${share}, generated ${own}`);
    }
  });

  it('has the same spread of prices', () => {
    near(generated.logPrice.mean, observed.logPrice.mean, 0.3);
    near(generated.logPrice.deviation, observed.logPrice.deviation, 0.2);
    near(generated.medians.completionRatio, observed.medians.completionRatio, 1);
  });

  it('has the same spread of ages', () => {
    near(generated.age.quarter, observed.age.quarter, 1.5);
    near(generated.age.half, observed.age.half, 1.5);
    near(generated.age.threeQuarters, observed.age.threeQuarters, 2.5);
    near(generated.age.nineTenths, observed.age.nineTenths, 3);
  });

  it('has the same median context, parameters and elo', () => {
    near(Math.log2(generated.medians.context), Math.log2(observed.medians.context), 0.5);
    near(generated.medians.parameters, observed.medians.parameters, 2);
    near(generated.medians.elo, observed.medians.elo, 40);
  });

  it('has models as unevenly shared among authors', () => {
    near(generated.authors.first, observed.authors.first, 0.05);
    near(generated.authors.firstFive, observed.authors.firstFive, 0.08);
  });

  it('shares no model with it', () => {
    const real = new Set(digests);
    const isReal = (name: string) => real.has(digestOf(name));
    for (const { model } of generateCatalog({ seed: 7, models: 1200 })) {
      assert.ok(!isReal(model.id) && !isReal(model.name), model.id);
      assert.ok(isRouter(model.id) || !isReal(lastPartOf(model.id)), model.id);
    }
  });
});

/** Routers may be called `auto` anywhere. */
function isRouter(id: string): boolean {
  return id.startsWith('gateway/');
}

function near(value: number, expected: number, tolerance: number): void {
  assert.ok(
    Math.abs(value - expected) <= tolerance,
    `expected ${expected} to within ${tolerance}, got ${value}`,
  );
}
