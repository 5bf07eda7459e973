import assert from 'node:assert/strict';
import type { ConformanceCase } from '../../conformance-case.ts';
import {
  PROPERTY_NAMES,
  numbersTo,
  sampleDestination,
  sampleMoment,
  sampleUuid,
} from '../sample-records.ts';
import { type DestinationStoreSubject, ACCOUNT, found, list, putAll } from './subject.ts';

/** Replacements and versions, also with many writers at once. */
export const REPLACED_CASES: readonly ConformanceCase<DestinationStoreSubject>[] = [
  {
    name: 'a replacement is found and listed from then on',
    spec: 'contract §5.5',
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
    name: 'a version stays the same while other destinations change',
    spec: 'contract §5.5',
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
    name: 'replacing another version returns stale and changes nothing',
    spec: 'contract §5.5',
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
    name: 'replacing an unknown destination returns missing and adds nothing',
    spec: 'contract §5.5',
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
    spec: 'contract §5.5',
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
    spec: 'contract §5.5',
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
    spec: 'contract §5.5',
    run: (subject) => race(subject, 2),
  },
  {
    name: 'of 100 replacements of one version exactly one wins',
    spec: 'contract §5.5',
    run: (subject) => race(subject, 100),
  },
  {
    name: 'no update is lost by 20 writers that read, replace and retry',
    spec: 'contract §5.5',
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
];

/** Lets many writers replace the version that all of them read. */
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
