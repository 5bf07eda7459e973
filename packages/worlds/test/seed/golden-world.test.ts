import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { CatalogIndex, hashKey, parseCatalog } from '@model-gateway/core';

const FILE = new URL('../../golden-world.json', import.meta.url);

const text = readFileSync(FILE, 'utf8');
const { entries, unmatchedSignals } = parseCatalog(text);
const models = entries.map(({ model }) => model);
const { destinations } = JSON.parse(text) as { destinations: readonly unknown[] };
const ids = new Set(models.map(({ id }) => id));
const find = (id: string) => entries.find(({ model }) => model.id === id);

// The file outlives the generator that wrote it: nothing here compares it with what is generated now.
describe('the golden world', () => {
  it('has 400 models, with signals for each and for nothing else', () => {
    assert.equal(entries.length, 400);
    assert.deepEqual(unmatchedSignals, []);
    assert.ok(entries.every(({ signals }) => Object.keys(signals).length > 0));
  });

  it('satisfies the wire schema without a report', () => {
    assert.deepEqual(new CatalogIndex({ entries, revision: 'golden' }).reports, []);
  });

  it('has one record per line and ends with a line break', () => {
    const lines = text.split('\n');
    // Models, signals, destinations, members and assignments, each between two lines of their own.
    const records = 400 + 400 + destinations.length + 120 + 60;
    assert.equal(lines.length, 1 + records + 5 + 1);
    assert.equal(lines.at(-1), '');
    assert.equal(lines.filter((line) => line.startsWith('{"id":"')).length, 400 + 60);
  });

  it('has a revision that only its models and signals count for', () => {
    const [catalog = ''] = text.split(',"destinations":[\n');
    const { revision } = JSON.parse(`${catalog}}`);
    assert.equal(revision, hashKey(`${catalog.slice(catalog.indexOf('"data"'))}}\n`));
  });

  it('lists the newest model first', () => {
    const created = models.map((model) => model.created);
    assert.deepEqual(
      created,
      created.toSorted((one, other) => other - one),
    );
  });

  it('has acme/paint-1, which makes images for four cents each', () => {
    const paint = find('acme/paint-1');
    assert.deepEqual(paint?.model.architecture.output_modalities, ['image']);
    assert.equal(paint?.model.pricing.image_output, '0.04');
  });

  it('has acme/quill-1, which answers in text and takes tools', () => {
    const quill = find('acme/quill-1');
    assert.deepEqual(quill?.model.architecture.output_modalities, ['text']);
    assert.ok(quill?.model.supported_parameters.includes('tools'));
  });

  it('puts out text for four fifths of all models, and has four or more of every kind', () => {
    const made = (kind: string) =>
      models.filter(({ architecture }) =>
        architecture.output_modalities.some((out) => out === kind),
      );
    assert.ok(made('text').length >= 320 && made('text').length <= 340);
    for (const kind of [
      'image',
      'embeddings',
      'audio',
      'video',
      'rerank',
      'speech',
      'transcription',
    ]) {
      assert.ok(made(kind).length >= 4, kind);
    }
  });

  it('has free variants, more of them with a paid sibling than without', () => {
    const free = [...ids].filter((id) => id.endsWith(':free'));
    assert.ok(free.length >= 10);
    const siblings = free.filter((id) => ids.has(id.slice(0, -':free'.length)));
    assert.ok(siblings.length > free.length / 2, `${siblings.length} of ${free.length}`);
    assert.ok(siblings.length < free.length);
  });

  it('has aliases and routers', () => {
    assert.ok(ids.has('~acme/quill-latest'));
    assert.ok([...ids].filter((id) => id.startsWith('~')).length >= 8);
    const routers = models.filter(({ pricing }) => pricing.prompt === '-1');
    assert.ok(routers.some(({ id }) => id === 'gateway/auto'));
    assert.ok(routers.length >= 4);
  });

  it('has an example of everything that clients must cope with', () => {
    const examples = {
      discount: models.some(({ pricing }) => (pricing.discount ?? 0) > 0),
      'price tiers': models.some(({ pricing }) => (pricing.overrides ?? []).length === 1),
      'two price tiers': models.some(({ pricing }) => (pricing.overrides ?? []).length === 2),
      'an hour in the cache': models.some(
        (model) => model.pricing.input_cache_write_1h !== undefined,
      ),
      'a price per image token': models.some((model) => model.pricing.image_token !== undefined),
      'a price per request': models.some((model) => model.pricing.request !== undefined),
      'limits per request': models.some((model) => model.per_request_limits !== null),
      'no context length': models.some((model) => model.context_length === null),
      'no default parameters': models.some((model) => model.default_parameters === null),
      'an expiration date that is near': models.some(
        ({ expiration_date: date }) => date != null && date < '2027-06-01',
      ),
      'one that is far': models.some(({ expiration_date }) => expiration_date === '2098-12-31'),
      'an index with gaps': models.some(
        ({ benchmarks }) => benchmarks?.external_index?.intelligence_index === null,
      ),
      'a token budget': models.some(({ reasoning }) => reasoning?.supports_max_tokens === true),
      'a first rank': models.some(({ benchmarks }) =>
        benchmarks?.design_ranking.some(({ rank }) => rank === 1),
      ),
      'not distillable': entries.some(({ signals }) => signals.distillable === false),
      'no zero retention': entries.some(({ signals }) => signals.zdr === false),
      'only in Europe': entries.some(({ signals }) => signals.regions?.join() === 'eu'),
    };
    for (const [name, present] of Object.entries(examples)) assert.ok(present, name);
  });
});
