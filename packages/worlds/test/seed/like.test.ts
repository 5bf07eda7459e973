import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CatalogEntry, Model } from '@model-gateway/core';
import { generateWorld } from '@model-gateway/worlds';
import { wholeCatalogFile } from '../../../core/test/catalog/observed-catalog.ts';
import { distancesOf } from '../compare/distance.ts';
import { modelsIn } from '../observed/observed-facts.ts';
import { generateCatalog } from './generated.ts';

const SHARES: Readonly<Record<string, (model: Model) => boolean>> = {
  'a hub id': ({ model_hub_id: hub }) => hub != null,
  reasoning: ({ reasoning }) => reasoning !== undefined,
  tools: ({ supported_parameters: all }) => all.includes('tools'),
  'a price for cached input': ({ pricing }) => pricing.input_cache_read !== undefined,
  'text only': ({ architecture }) => architecture.input_modalities.join() === 'text',
  'a price above a dollar per million': ({ pricing }) => Number(pricing.prompt) > 1e-6,
  'less than a year of age': ({ created }) => created > Date.UTC(2025, 10, 1) / 1000,
};

const share = (models: readonly Model[], holds: (model: Model) => boolean) =>
  models.filter(holds).length / models.length;
const modelsOf = (entries: readonly CatalogEntry[]) => entries.map(({ model }) => model);

describe('a world like a catalog', async () => {
  /** Another seed's open weights and a closed vendor, so far from what is usual. */
  const open = [...generateCatalog({ seed: 99, models: 1500 })].filter(
    ({ model }) => model.model_hub_id != null || model.id.startsWith('karst/'),
  );
  // By other names: a real catalog shares none with the generator.
  const like = open.map(({ model, signals }) => ({
    model: { ...model, id: `x${model.id}`, canonical_slug: `x${model.id}`, name: `X${model.name}` },
    signals,
  }));
  const options = { seed: 7, models: 300, like };
  const world = await generateWorld(options);
  const usual = await generateWorld({ seed: 7, models: 300 });

  it('has as many models as asked for', () => assert.equal(world.models.length, 300));

  for (const [name, holds] of Object.entries(SHARES)) {
    it(`has its share of models with ${name}, to seven points`, () => {
      const [own, wanted] = [world.models, like].map((each) => share(modelsOf(each), holds));
      assert.ok(Math.abs((own ?? 0) - (wanted ?? 0)) <= 0.07, `${own}, not ${wanted}`);
    });
  }

  it('is nearer to it than a usual world in most features', () => {
    const theirs = modelsOf(like);
    const far = new Map(
      distancesOf(theirs, modelsOf(usual.models)).map(({ name, points }) => [name, points]),
    );
    const nearer = distancesOf(theirs, modelsOf(world.models)).filter(
      ({ name, points }) => points <= (far.get(name) ?? 0),
    );
    assert.ok(nearer.length >= 55, `${nearer.length} features`);
  });

  it('is the same for the same catalog, and has another revision for another', async () => {
    assert.deepEqual(await generateWorld(options), world);
    const other = await generateWorld({ ...options, like: like.slice(1) });
    assert.notEqual(other.revision, world.revision);
    assert.notEqual(world.revision, usual.revision);
  });

  it('has the model of every alias, and of variants unless they are editions of their own', () => {
    const names = new Set(world.models.map(({ model }) => model.name.trim().replace(/^.*?: /, '')));
    for (const { model } of world.models) {
      if (!model.id.startsWith('~')) continue;
      const [, target = ''] = /now (.*)\.$/.exec(model.description ?? '') ?? [];
      assert.ok(names.has(target), `${model.id} stands for ${target}`);
    }
  });

  for (const seed of [7, 99]) {
    it(`has no record, id, slug or name of it, from seed ${seed}`, async () => {
      const { models } = await generateWorld({ seed, models: 200, like: open });
      const known = new Set(
        open.flatMap(({ model }) => [model.id, model.canonical_slug, model.name.trim()]),
      );
      const records = new Set(open.map(({ model }) => JSON.stringify(model)));
      for (const { model } of models) {
        assert.ok(!known.has(model.id) && !known.has(model.name.trim()), model.id);
        assert.ok(!known.has(model.canonical_slug), model.id);
        assert.ok(!records.has(JSON.stringify(model)), model.id);
      }
    });
  }

  it('refuses a catalog without models', async () => {
    await assert.rejects(generateWorld({ ...options, like: [] }), /like must be a catalog/);
  });
});

const file = wholeCatalogFile();

describe(
  'a world like a whole catalog of real models',
  { skip: file === undefined && 'MODEL_GATEWAY_CATALOG names no catalog' },
  () => {
    it('is nearer to it than a usual world', async () => {
      const real = file === undefined ? [] : modelsIn(file);
      const like = real.map((model) => ({ model }));
      const sumOf = (models: readonly Model[]) =>
        distancesOf(real, models).reduce((sum, { points }) => sum + points, 0);
      const learnt = await generateWorld({ seed: 7, models: 400, like });
      const usual = await generateWorld({ seed: 7, models: 400 });
      assert.ok(sumOf(modelsOf(learnt.models)) < sumOf(modelsOf(usual.models)));
    });
  },
);
