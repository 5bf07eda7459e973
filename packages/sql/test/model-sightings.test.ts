import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { openStores } from '@model-gateway/sql';
import { describeOnEach } from './support/databases.ts';

const FIRST = Date.UTC(2026, 10, 1);
const DAY = 86_400_000;

describeOnEach('sightings of models', (newDatabase) => {
  it('date a model by the first time, also after a restart', async (t) => {
    const database = await newDatabase();
    const before = await openStores(database, { clock: createManualClock(FIRST) });
    assert.deepEqual(
      await before.sightings.firstSeen(['acme/a', 'acme/a']),
      new Map([['acme/a', FIRST]]),
    );
    await before.close();

    const after = await openStores(database, { clock: createManualClock(FIRST + DAY) });
    t.after(() => after.close());
    assert.deepEqual(
      await after.sightings.firstSeen(['acme/b', 'acme/a']),
      new Map([
        ['acme/a', FIRST],
        ['acme/b', FIRST + DAY],
      ]),
    );
  });

  it('agree between processes that see the same models at once', async () => {
    const database = await newDatabase();
    const ids = Array.from({ length: 1200 }, (_, number) => `acme/model-${number}`);
    const opened = await Promise.all(
      [0, 1, 2].map((number) =>
        openStores(database, { clock: createManualClock(FIRST + number * DAY) }),
      ),
    );
    const [one, ...others] = await Promise.all(
      opened.map(({ sightings }, number) =>
        sightings.firstSeen(number === 1 ? ids.toReversed() : ids),
      ),
    );
    assert.equal(one?.size, 1200);
    for (const other of others) assert.deepEqual(other, one);
    for (const stores of opened) await stores.close();
  });

  it('leave out an id that a database cannot store', async (t) => {
    const stores = await openStores(await newDatabase(), { clock: createManualClock(FIRST) });
    t.after(() => stores.close());
    assert.deepEqual([...(await stores.sightings.firstSeen(['a\0b', '\ud800'])).keys()], []);
  });
});
