import assert from 'node:assert/strict';
import type { OutboxEntry, TelemetryOutbox } from '@model-gateway/core';
import type { ConformanceCase } from '../conformance-case.ts';
import { numbersTo } from './sample-records.ts';

/** Outboxes of one empty storage. */
export interface TelemetryOutboxSubject {
  readonly outbox: TelemetryOutbox;
  /** Another one over the same storage, as another process has it. */
  readonly other: TelemetryOutbox;
  /** The number of entries that it has room for; at most 1,000. */
  readonly maxEntries: number;
}

const NOW = Date.UTC(2026, 0, 1);
const LATER = NOW + 60_000;

const OURS = { holder: 'process-1', until: LATER };
const THEIRS = { holder: 'process-2', until: LATER };

/** The entry of a number: its id, and an age that grows as the number falls. */
function anEntry(number: number, given: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    workspaceId: '11111111-0000-4000-8000-000000000001',
    destinationId: '22222222-0000-4000-8000-000000000001',
    since: NOW + number,
    payload: `{"number":${number}}`,
    ...given,
  };
}

const entriesTo = (count: number) => numbersTo(count).map((number) => anEntry(number));

function claim(outbox: TelemetryOutbox, given: Partial<Parameters<TelemetryOutbox['claim']>[0]>) {
  return outbox.claim({ lease: THEIRS, now: NOW, limit: 1000, exceptDestinations: [], ...given });
}

const idsOf = (entries: readonly OutboxEntry[]) => entries.map(({ id }) => id);

/** When the leases of both have ended. */
const AFTER = { now: LATER, lease: { ...THEIRS, until: LATER + 60_000 } };

/** What every `TelemetryOutbox` must do. */
export const TELEMETRY_OUTBOX_CASES: readonly ConformanceCase<TelemetryOutboxSubject>[] = [
  {
    name: 'an entry is its holder’s until the lease ends, then handed over as it was',
    spec: 'contract §5.10',
    async run({ outbox, other }) {
      const entry = anEntry(1, { payload: '{"prompt":"…🐼 \\u0000 \\ud83d \'; drop table"}' });
      assert.equal(await outbox.append([entry], OURS), 'stored');
      assert.deepEqual(await claim(other, { now: LATER - 1 }), []);
      assert.deepEqual(await claim(other, AFTER), [entry]);
    },
  },
  {
    name: 'renewing a lease keeps everything that its holder has',
    spec: 'contract §5.10',
    async run({ outbox, other }) {
      await outbox.append(entriesTo(3), OURS);
      await outbox.renew({ ...OURS, until: LATER + 60_000 });
      assert.deepEqual(await claim(other, AFTER), []);
    },
  },
  {
    name: 'a claim does not hand out what its own holder has',
    async run({ outbox }) {
      await outbox.append(entriesTo(3), OURS);
      assert.deepEqual(await claim(outbox, { lease: OURS }), []);
    },
  },
  {
    name: 'claims hand out the oldest first, up to their limit',
    async run({ outbox, other }) {
      await outbox.append(entriesTo(5).toReversed(), OURS);
      const first = await claim(other, { ...AFTER, limit: 2 });
      const rest = await claim(other, { ...AFTER, limit: 10 });
      assert.deepEqual(
        [...idsOf(first), ...idsOf(rest)],
        entriesTo(5).map(({ id }) => id),
      );
    },
  },
  {
    name: 'an entry is handed to one of those who claim at the same time',
    spec: 'contract §5.10',
    async run({ outbox, other }) {
      const count = 200;
      await outbox.append(entriesTo(count), OURS);
      const claims = numbersTo(8).map((number) =>
        claim(number % 2 === 0 ? outbox : other, {
          now: LATER,
          lease: { holder: `claimer-${number}`, until: LATER + 60_000 },
          limit: 60,
        }),
      );
      const claimed = (await Promise.all(claims)).flatMap(idsOf);
      assert.equal(new Set(claimed).size, claimed.length);
      // What several wanted at once stays for the next one.
      for (;;) {
        const more = await claim(other, AFTER);
        if (more.length === 0) break;
        claimed.push(...idsOf(more));
      }
      assert.equal(new Set(claimed).size, count);
    },
  },
  {
    name: 'a claim leaves out the destinations that it names',
    async run({ outbox, other }) {
      const busy = '22222222-0000-4000-8000-00000000000b';
      await outbox.append([anEntry(1, { destinationId: busy }), anEntry(2)], OURS);
      const claimed = await claim(other, { ...AFTER, exceptDestinations: [busy] });
      assert.deepEqual(idsOf(claimed), [anEntry(2).id]);
    },
  },
  {
    name: 'what was removed does not come back; unknown ids are ignored',
    async run({ outbox, other }) {
      await outbox.append(entriesTo(3), OURS);
      await outbox.remove([anEntry(2).id, anEntry(99).id]);
      assert.deepEqual(idsOf(await claim(other, AFTER)), [anEntry(1).id, anEntry(3).id]);
    },
  },
  {
    name: 'what was released can be claimed again, not before its time',
    async run({ outbox, other }) {
      await outbox.append(entriesTo(2), OURS);
      await outbox.release([anEntry(1).id], { holder: OURS.holder, notBefore: NOW + 1000 });
      assert.deepEqual(await claim(other, { now: NOW + 999 }), []);
      assert.deepEqual(idsOf(await claim(other, { now: NOW + 1000 })), [anEntry(1).id]);
    },
  },
  {
    name: 'a holder cannot release what another one has',
    async run({ outbox, other }) {
      await outbox.append([anEntry(1)], OURS);
      await other.release([anEntry(1).id], { holder: THEIRS.holder, notBefore: NOW });
      assert.deepEqual(await claim(other, {}), []);
    },
  },
  {
    name: 'a holder that leaves lets go of everything at once',
    async run({ outbox, other }) {
      await outbox.append(entriesTo(3), OURS);
      await outbox.leave(OURS.holder);
      assert.equal((await claim(other, {})).length, 3);
    },
  },
  {
    name: 'an entry that is appended again is stored once',
    async run({ outbox, other }) {
      await outbox.append([anEntry(1)], OURS);
      assert.equal(await outbox.append([anEntry(1), anEntry(2)], OURS), 'stored');
      assert.equal((await claim(other, AFTER)).length, 2);
    },
  },
  {
    name: 'a full outbox takes nothing of what does not fit whole, and keeps what it has',
    async run({ outbox, other, maxEntries }) {
      assert.equal(await outbox.append(entriesTo(maxEntries), OURS), 'stored');
      const more = [anEntry(maxEntries + 1), anEntry(maxEntries + 2)];
      assert.equal(await outbox.append(more, OURS), 'full');
      assert.equal((await claim(other, { ...AFTER, limit: 2000 })).length, maxEntries);
      await other.remove(idsOf(entriesTo(maxEntries)));
      assert.equal(await outbox.append(more, OURS), 'stored');
    },
  },
  {
    name: 'records that are too old are removed and counted, whichever process holds them',
    async run({ outbox, other }) {
      await outbox.append(entriesTo(3), OURS);
      assert.equal(await other.expire(NOW + 3), 2);
      assert.deepEqual(idsOf(await claim(other, AFTER)), [anEntry(3).id]);
    },
  },
  {
    name: 'empty lists change nothing',
    async run({ outbox, other }) {
      await outbox.append([anEntry(1)], OURS);
      assert.equal(await outbox.append([], OURS), 'stored');
      await outbox.remove([]);
      await outbox.release([], { holder: OURS.holder, notBefore: NOW });
      assert.equal((await claim(other, AFTER)).length, 1);
    },
  },
];
