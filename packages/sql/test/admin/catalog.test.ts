import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { CatalogError, createGateway } from '@model-gateway/core';
import { openStores, type Stores } from '@model-gateway/sql';
import { catalogOf } from '../faults/world.ts';
import { collect } from '../support/collect.ts';
import { describeOnEach } from '../support/databases.ts';

const idsOf = async ({ stores }: Stores) =>
  (await stores.models.snapshot()).entries.map(({ model }) => model.id);

describeOnEach('administration of the catalog', (newDatabase) => {
  it('refuses a catalog with a model that is not valid, and leaves the one before in place', async (t) => {
    const stores = await openStores(await newDatabase());
    t.after(() => stores.close());
    const before = await stores.admin.catalog.import(catalogOf(1, 3));
    const [entry] = catalogOf(2, 1);
    const broken = { signals: {}, model: { ...entry!.model, pricing: undefined as never } };
    await assert.rejects(stores.admin.catalog.import([entry!, broken]), CatalogError);
    assert.equal(await stores.stores.models.revision(), before.revision);
    assert.equal((await idsOf(stores)).length, 3);
  });

  it('names the revision of a catalog that was never imported', async (t) => {
    const stores = await openStores(await newDatabase());
    t.after(() => stores.close());
    assert.equal(await stores.stores.models.revision(), 'empty');
    assert.deepEqual(await stores.stores.models.snapshot(), {
      entries: [],
      revision: 'empty',
      isChecked: false,
    });
    assert.deepEqual(await stores.admin.catalog.show(), { revision: 'empty', models: 0 });
  });

  it('merges: existing models keep their places, new ones come last', async (t) => {
    const stores = await openStores(await newDatabase());
    t.after(() => stores.close());
    await stores.admin.catalog.import(catalogOf(1, 3));
    const [, second, , fourth] = catalogOf(2, 4);
    const { models } = await stores.admin.catalog.import([fourth!, second!], { mode: 'merge' });
    assert.equal(models, 2);
    assert.deepEqual(
      (await stores.stores.models.snapshot()).entries.map(({ model }) => [model.id, model.name]),
      [
        ['author/model-0', 'generation 1'],
        ['author/model-1', 'generation 2'],
        ['author/model-2', 'generation 1'],
        ['author/model-3', 'generation 2'],
      ],
    );
  });

  it('reports the progress of an import, and exports what was imported', async (t) => {
    const stores = await openStores(await newDatabase());
    t.after(() => stores.close());
    const progress: number[] = [];
    const entries = catalogOf(1, 450);
    await stores.admin.catalog.import(entries, { onProgress: (written) => progress.push(written) });
    assert.deepEqual(progress, [199, 399, 450]);
    assert.deepEqual(await collect(stores.admin.catalog.export()), entries);
    assert.equal((await stores.admin.catalog.show()).models, 450);
  });

  it('removes one model, under another revision', async (t) => {
    const stores = await openStores(await newDatabase());
    t.after(() => stores.close());
    const { revision } = await stores.admin.catalog.import(catalogOf(1, 2));
    assert.equal(await stores.admin.catalog.delete('author/model-0'), true);
    assert.notEqual(await stores.stores.models.revision(), revision);
    assert.deepEqual(await idsOf(stores), ['author/model-1']);
    assert.equal(await stores.admin.catalog.delete('author/model-0'), false);
  });

  it('declares an imported catalog checked, and one that was changed by other means not', async (t) => {
    const stores = await openStores(await newDatabase());
    t.after(() => stores.close());
    const isChecked = async () => (await stores.stores.models.snapshot()).isChecked;
    await stores.admin.catalog.import(catalogOf(1, 3));
    assert.equal(await isChecked(), true);
    await stores.admin.catalog.import(catalogOf(2, 1), { mode: 'merge' });
    assert.equal(await isChecked(), false);
    await stores.admin.catalog.import([]);
    assert.equal(await isChecked(), true);
  });
});

it('checks models again that were written past the import', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-sql-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'gateway.db');
  const stores = await openStores(`sqlite:${file}`);
  await stores.admin.catalog.import(catalogOf(1, 3));
  const other = new DatabaseSync(file);
  other.exec("update mg_catalog_entries set model = '{}' where position = 1");
  other.close();
  const gateway = createGateway({ stores: stores.stores });
  await assert.rejects(gateway.ready(), CatalogError);
  await stores.close();
});
