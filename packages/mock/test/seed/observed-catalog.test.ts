import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parseCatalog } from '@model-gateway/core';
import { generateCatalog } from '../../src/seed/generate-catalog.ts';
import { shapeOf } from './catalog-shape.ts';

/** A catalog of real models; it is not part of the repository. */
const OBSERVED = new URL('../../../../../shared/data/catalog-2026-08.json', import.meta.url);
const skip = existsSync(OBSERVED)
  ? false
  : `the catalog of real models is not beside the repository (${OBSERVED.pathname})`;

describe('the golden seed, compared with a catalog of real models', { skip }, () => {
  const observed = skip === false ? observedShape() : undefined;
  const generated = shapeOf(
    [...generateCatalog({ seed: 7, models: 400 })]
      .map(({ model }) => model)
      .filter(({ architecture }) => architecture.output_modalities.includes('text')),
    Date.UTC(2026, 10, 1) / 1000,
  );

  it('has the same share of models with each property, to a tenth', () => {
    for (const [fact, share] of Object.entries(observed?.shares ?? {})) {
      const own = generated.shares[fact] ?? Number.NaN;
      assert.ok(Math.abs(own - share) <= 0.1, `${fact}: observed ${share}, generated ${own}`);
    }
  });

  it('has the same spread of prices', () => {
    assert.ok(observed !== undefined);
    near(generated.logPrice.mean, observed.logPrice.mean, 0.3);
    near(generated.logPrice.deviation, observed.logPrice.deviation, 0.2);
    near(generated.medians.completionRatio, observed.medians.completionRatio, 1);
  });

  it('has the same spread of ages', () => {
    assert.ok(observed !== undefined);
    near(generated.age.quarter, observed.age.quarter, 1.5);
    near(generated.age.half, observed.age.half, 1.5);
    near(generated.age.threeQuarters, observed.age.threeQuarters, 2.5);
    near(generated.age.nineTenths, observed.age.nineTenths, 3);
  });

  it('has the same median context, parameters and elo', () => {
    assert.ok(observed !== undefined);
    near(Math.log2(generated.medians.context), Math.log2(observed.medians.context), 0.5);
    near(generated.medians.parameters, observed.medians.parameters, 2);
    near(generated.medians.elo, observed.medians.elo, 40);
  });

  it('has models as unevenly shared among authors', () => {
    assert.ok(observed !== undefined);
    near(generated.authors.first, observed.authors.first, 0.05);
    near(generated.authors.firstFive, observed.authors.firstFive, 0.08);
  });

  it('shares no model with it', () => {
    const real = new Set(observedModels().flatMap(({ id, name }) => [id, name, id.split('/')[1]]));
    for (const { model } of generateCatalog({ seed: 7, models: 1200 })) {
      assert.ok(!real.has(model.id) && !real.has(model.name), model.id);
      assert.ok(isRouter(model.id) || !real.has(model.id.split('/')[1]), model.id);
    }
  });
});

/** Routers may be called `auto` anywhere. */
function isRouter(id: string): boolean {
  return id.startsWith('gateway/');
}

function observedModels() {
  return parseCatalog(readFileSync(OBSERVED, 'utf8')).entries.map(({ model }) => model);
}

function observedShape() {
  const models = observedModels();
  return shapeOf(models, Math.max(...models.map(({ created }) => created)) + 86_400);
}

function near(value: number, expected: number, tolerance: number): void {
  assert.ok(
    Math.abs(value - expected) <= tolerance,
    `expected ${expected} to within ${tolerance}, got ${value}`,
  );
}
