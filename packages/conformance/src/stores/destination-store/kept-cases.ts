import assert from 'node:assert/strict';
import type { ConformanceCase } from '../../conformance-case.ts';
import { ANY_TEXT, PROPERTY_NAMES, sampleDestination, sampleUuid } from '../sample-records.ts';
import { type DestinationStoreSubject, ACCOUNT, found, list, putAll } from './subject.ts';

/** Destinations are returned as stored, and callers cannot change them from outside. */
export const KEPT_CASES: readonly ConformanceCase<DestinationStoreSubject>[] = [
  {
    name: 'a destination is returned as it was stored, with its account',
    spec: 'contract §8.8',
    async run(subject) {
      const destination = sampleDestination(1, {
        name: ANY_TEXT,
        enabled: false,
        privacy_mode: true,
        sampling_rate: 0.0001,
        api_key_hashes: ['0'.repeat(64), 'f'.repeat(64)],
        filter_rules: {
          enabled: true,
          groups: [
            { logic: 'or', rules: [{ field: 'input', operator: 'contains', value: ANY_TEXT }] },
          ],
        },
        config: { apiKey: 'secret in full', headers: { 'x-name': ANY_TEXT } },
      });
      await putAll(subject, [destination], 'org_2');
      const { item } = await found(subject.store, destination.id);
      assert.deepEqual(item, { destination, accountId: 'org_2' });
      assert.deepEqual(await list(subject.store, { accountId: 'org_2' }), {
        items: [destination],
        totalCount: 1,
      });
    },
  },
  {
    name: 'a config holds any JSON, of any kind of destination',
    spec: 'contract §5.1',
    async run(subject) {
      const config = {
        text: '',
        number: -0.5,
        large: Number.MAX_SAFE_INTEGER,
        no: false,
        nothing: null,
        list: [1, 'two', null, [], {}],
        object: { constructor: 'a name like others', '': 'an empty name' },
      };
      const destination = sampleDestination(1, { type: 'homemade', config });
      await putAll(subject, [destination]);
      assert.deepEqual((await found(subject.store, destination.id)).item.destination, destination);
    },
  },
  {
    name: 'null differs from empty, and an absent config member from null',
    spec: 'contract §8.8',
    async run(subject) {
      const none = sampleDestination(1, { config: {} });
      const empty = sampleDestination(2, {
        config: { a: null },
        filter_rules: { enabled: false, groups: [] },
      });
      await putAll(subject, [none, empty]);
      assert.deepEqual((await found(subject.store, none.id)).item.destination, none);
      assert.deepEqual((await found(subject.store, empty.id)).item.destination, empty);
    },
  },
  {
    name: 'an unknown id finds nothing',
    spec: 'contract §9 (404)',
    async run(subject) {
      await putAll(subject, [sampleDestination(1)]);
      for (const id of [sampleUuid(2), sampleUuid(1).slice(0, -1), '', '%', ...PROPERTY_NAMES]) {
        assert.equal(await subject.store.get(id), undefined, JSON.stringify(id));
      }
    },
  },
  {
    name: 'changing a returned value does not change the store',
    async run(subject) {
      const { store } = subject;
      const destination = sampleDestination(1, { config: { headers: { a: 'b' } } });
      await putAll(subject, [destination]);
      const { item } = await found(store, destination.id);
      const [listed] = (await list(store)).items;
      // Changing a copy works and a frozen object throws; neither affects the store.
      for (const each of [item.destination, listed]) {
        Reflect.set(each ?? {}, 'name', 'changed');
        Reflect.set(each?.config ?? {}, 'url', 'changed');
        Reflect.set(each?.config['headers'] ?? {}, 'a', 'changed');
      }
      Reflect.set(item, 'accountId', 'org_2');
      assert.deepEqual((await found(store, destination.id)).item, {
        destination,
        accountId: ACCOUNT,
      });
    },
  },
  {
    name: 'changing a value after it was stored does not change the store',
    async run(subject) {
      const { store } = subject;
      const first = sampleDestination(1, { config: { headers: { a: 'b' } } });
      await putAll(subject, [first]);
      Reflect.set(first.config['headers'] as object, 'a', 'changed');
      const { item, version } = await found(store, first.id);
      assert.deepEqual(item.destination.config, { headers: { a: 'b' } });

      const second = sampleDestination(1, { config: { headers: { c: 'd' } } });
      assert.equal(await store.replace(second, version), 'replaced');
      Reflect.set(second.config['headers'] as object, 'c', 'changed');
      Reflect.set(second, 'name', 'changed');
      const after = (await found(store, first.id)).item.destination;
      assert.deepEqual([after.name, after.config], ['Destination 1', { headers: { c: 'd' } }]);
    },
  },
];
