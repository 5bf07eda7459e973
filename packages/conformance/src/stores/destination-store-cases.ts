import assert from 'node:assert/strict';
import type { Destination, DestinationStore, StoredDestination } from '@model-gateway/core';
import type { ConformanceCase } from '../conformance-case.ts';
import {
  ANY_TEXT,
  PROPERTY_NAMES,
  numbersTo,
  sampleDestination,
  sampleMoment,
  sampleUuid,
  shuffledTo,
} from './sample-records.ts';

/** A destination store and the way its owner changes it, which is no part of the port. */
export interface DestinationStoreSubject {
  readonly store: DestinationStore;
  /** Adds a destination, or replaces the one with the same id, whatever its version. */
  put(stored: StoredDestination): Promise<void>;
  /** Takes a destination away. */
  remove(id: string): Promise<void>;
}

const ACCOUNT = 'org_1';
const WORKSPACE = sampleUuid(9001);

async function putAll(
  { put }: DestinationStoreSubject,
  destinations: readonly Destination[],
  accountId = ACCOUNT,
): Promise<void> {
  for (const destination of destinations) await put({ destination, accountId });
}

/** The first page, or another one, of the usual workspace. */
function list(
  store: DestinationStore,
  query: Partial<Parameters<DestinationStore['list']>[0]> = {},
) {
  return store.list({
    accountId: ACCOUNT,
    workspaceId: WORKSPACE,
    offset: 0,
    limit: 100,
    ...query,
  });
}

async function idsOf(store: DestinationStore, query: Parameters<typeof list>[1] = {}) {
  return (await list(store, query)).items.map(({ id }) => id);
}

async function found(store: DestinationStore, id: string) {
  const versioned = await store.get(id);
  assert.ok(versioned, `${id} is not there`);
  return versioned;
}

/** What every `DestinationStore` must do. */
export const DESTINATION_STORE_CASES: readonly ConformanceCase<DestinationStoreSubject>[] = [
  {
    name: 'a destination comes back as it was stored, with its account',
    spec: 'spec §2.8',
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
    spec: 'decisions §5.1',
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
    spec: 'spec §2.8',
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
    spec: 'spec §7 (404)',
    async run(subject) {
      await putAll(subject, [sampleDestination(1)]);
      for (const id of [sampleUuid(2), sampleUuid(1).slice(0, -1), '', '%', ...PROPERTY_NAMES]) {
        assert.equal(await subject.store.get(id), undefined, JSON.stringify(id));
      }
    },
  },
  {
    name: 'an account or a workspace that is not there has an empty list',
    spec: 'decisions §2.6, §5.8',
    async run(subject) {
      await putAll(subject, [sampleDestination(1)]);
      const nothing = { items: [], totalCount: 0 };
      for (const name of ['org_2', '', ...PROPERTY_NAMES]) {
        assert.deepEqual(await list(subject.store, { accountId: name }), nothing, name);
      }
      assert.deepEqual(await list(subject.store, { workspaceId: sampleUuid(9002) }), nothing);
    },
  },
  {
    name: 'accounts and workspaces do not mix',
    spec: 'decisions §2.6',
    async run(subject) {
      const other = { workspace_id: sampleUuid(9002) };
      await putAll(subject, [sampleDestination(1), sampleDestination(2, other)]);
      await putAll(subject, [sampleDestination(3), sampleDestination(4, other)], 'user_1');
      const workspaceId = other.workspace_id;
      assert.deepEqual(await idsOf(subject.store), [sampleUuid(1)]);
      assert.deepEqual(await idsOf(subject.store, { workspaceId }), [sampleUuid(2)]);
      assert.deepEqual(await idsOf(subject.store, { accountId: 'user_1' }), [sampleUuid(3)]);
      assert.equal((await list(subject.store, { accountId: 'user_1', workspaceId })).totalCount, 1);
    },
  },
  {
    name: 'a list is newest first',
    spec: 'decisions §5.6',
    async run(subject) {
      await putAll(
        subject,
        shuffledTo(20).map((number) => sampleDestination(number)),
      );
      assert.deepEqual(await idsOf(subject.store), numbersTo(20).toReversed().map(sampleUuid));
    },
  },
  {
    name: 'a list is by id, descending, where the moment is the same',
    spec: 'decisions §5.6',
    async run(subject) {
      const created_at = sampleMoment(5);
      await putAll(subject, [
        ...shuffledTo(8).map((number) => sampleDestination(number, { created_at })),
        sampleDestination(9, { created_at: sampleMoment(4) }),
        sampleDestination(10, { created_at: sampleMoment(6) }),
      ]);
      const expected = [10, 8, 7, 6, 5, 4, 3, 2, 1, 9].map(sampleUuid);
      assert.deepEqual(await idsOf(subject.store), expected);
    },
  },
  {
    name: 'pages give every record once, and each the total',
    spec: 'spec §4.3',
    async run(subject) {
      const created_at = sampleMoment(1);
      await putAll(
        subject,
        shuffledTo(23).map((number) => sampleDestination(number, { created_at })),
      );
      const ids: string[] = [];
      for (let offset = 0; offset < 23; offset += 5) {
        const { items, totalCount } = await list(subject.store, { offset, limit: 5 });
        assert.equal(totalCount, 23);
        assert.equal(items.length, Math.min(5, 23 - offset));
        ids.push(...items.map(({ id }) => id));
      }
      assert.deepEqual(ids, numbersTo(23).toReversed().map(sampleUuid));
    },
  },
  {
    name: 'a page at or past the end is empty and still has the total',
    spec: 'spec §4.3',
    async run(subject) {
      await putAll(
        subject,
        numbersTo(3).map((number) => sampleDestination(number)),
      );
      for (const offset of [3, 4, 1_000_000, Number.MAX_SAFE_INTEGER]) {
        const page = await list(subject.store, { offset, limit: 1 });
        assert.deepEqual(page, { items: [], totalCount: 3 }, String(offset));
      }
    },
  },
  {
    name: 'a replacement is what is found and listed from then on',
    spec: 'decisions §5.5',
    async run(subject) {
      const { store } = subject;
      await putAll(subject, [sampleDestination(1), sampleDestination(2)]);
      const { version } = await found(store, sampleUuid(1));
      const next = sampleDestination(1, {
        name: 'Replaced',
        api_key_hashes: ['a'.repeat(64)],
        config: { other: true },
        updated_at: sampleMoment(100),
      });
      assert.equal(await store.replace(next, version), 'replaced');
      const after = await found(store, sampleUuid(1));
      assert.deepEqual(after.item, { destination: next, accountId: ACCOUNT });
      assert.notEqual(after.version, version);
      assert.deepEqual((await list(store)).items, [sampleDestination(2), next]);
    },
  },
  {
    name: 'a version stays while its destination does, whatever becomes of others',
    spec: 'decisions §5.5',
    async run(subject) {
      const { store } = subject;
      await putAll(subject, [sampleDestination(1), sampleDestination(2)]);
      const { version } = await found(store, sampleUuid(1));
      const other = await found(store, sampleUuid(2));
      await store.replace(sampleDestination(2, { name: 'Replaced' }), other.version);
      await list(store);
      assert.equal((await found(store, sampleUuid(1))).version, version);
    },
  },
  {
    name: 'a replacement of another version is stale and changes nothing',
    spec: 'decisions §5.5',
    async run(subject) {
      const { store } = subject;
      await putAll(subject, [sampleDestination(1)]);
      const { version } = await found(store, sampleUuid(1));
      const second = sampleDestination(1, { name: 'Second' });
      await store.replace(second, version);
      for (const old of [version, '', 'none', '0', ...PROPERTY_NAMES]) {
        const third = sampleDestination(1, { name: 'Third' });
        assert.equal(await store.replace(third, old), 'stale', JSON.stringify(old));
      }
      assert.deepEqual((await found(store, sampleUuid(1))).item.destination, second);
    },
  },
  {
    name: 'a replacement of what is not there is missing and adds nothing',
    spec: 'decisions §5.5',
    async run(subject) {
      const { store } = subject;
      await putAll(subject, [sampleDestination(1)]);
      const { version } = await found(store, sampleUuid(1));
      assert.equal(await store.replace(sampleDestination(2), version), 'missing');
      await subject.remove(sampleUuid(1));
      assert.equal(await store.replace(sampleDestination(1), version), 'missing');
      assert.deepEqual(await list(store), { items: [], totalCount: 0 });
    },
  },
  {
    name: 'a version of a destination that was removed is stale for its successor',
    spec: 'decisions §5.5',
    async run(subject) {
      const { store } = subject;
      await putAll(subject, [sampleDestination(1)]);
      const { version } = await found(store, sampleUuid(1));
      await subject.remove(sampleUuid(1));
      await putAll(subject, [sampleDestination(1, { name: 'Successor' })]);
      assert.equal(await store.replace(sampleDestination(1), version), 'stale');
    },
  },
  {
    name: 'a replacement by an equal destination is a new version too',
    spec: 'decisions §5.5',
    async run(subject) {
      const { store } = subject;
      await putAll(subject, [sampleDestination(1)]);
      const { version } = await found(store, sampleUuid(1));
      assert.equal(await store.replace(sampleDestination(1), version), 'replaced');
      assert.equal(await store.replace(sampleDestination(1), version), 'stale');
    },
  },
  {
    name: 'of two replacements of one version exactly one wins',
    spec: 'decisions §5.5',
    run: (subject) => race(subject, 2),
  },
  {
    name: 'of 100 replacements of one version exactly one wins',
    spec: 'decisions §5.5',
    run: (subject) => race(subject, 100),
  },
  {
    name: 'no update is lost by 20 writers that read, replace and try again',
    spec: 'decisions §5.5',
    async run(subject) {
      const { store } = subject;
      await putAll(subject, [sampleDestination(1, { config: {} })]);
      const write = async (name: string): Promise<void> => {
        for (let tries = 0; tries < 1000; tries++) {
          const { item, version } = await found(store, sampleUuid(1));
          const { destination } = item;
          const config = { ...destination.config, [name]: true };
          const outcome = await store.replace({ ...destination, config }, version);
          if (outcome === 'replaced') return;
          assert.equal(outcome, 'stale');
        }
        assert.fail(`${name} never won`);
      };
      const names = numbersTo(20).map((number) => `writer${number}`);
      await Promise.all(names.map(write));
      const { config } = (await found(store, sampleUuid(1))).item.destination;
      assert.deepEqual(Object.keys(config).toSorted(), names.toSorted());
    },
  },
  {
    name: 'what comes out cannot change what is kept',
    async run(subject) {
      const { store } = subject;
      const destination = sampleDestination(1, { config: { headers: { a: 'b' } } });
      await putAll(subject, [destination]);
      const { item } = await found(store, destination.id);
      const [listed] = (await list(store)).items;
      // A copy may be changed and a frozen object refuses; both leave the store alone.
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
    name: 'what went in may be changed afterwards',
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

/** Lets so many writers replace the version that all of them read. */
async function race(subject: DestinationStoreSubject, writers: number): Promise<void> {
  const { store } = subject;
  await putAll(subject, [sampleDestination(1)]);
  const { version } = await found(store, sampleUuid(1));
  const outcomes = await Promise.all(
    numbersTo(writers).map((number) =>
      store.replace(sampleDestination(1, { name: `Writer ${number}` }), version),
    ),
  );
  const winners = numbersTo(writers).filter((number) => outcomes[number - 1] === 'replaced');
  assert.equal(winners.length, 1, `${winners.length} of ${writers} won`);
  assert.equal(outcomes.filter((outcome) => outcome === 'stale').length, writers - 1);
  const { name } = (await found(store, sampleUuid(1))).item.destination;
  assert.equal(name, `Writer ${winners[0]}`);
}
