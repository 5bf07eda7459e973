import { checkOptions, type OptionTable } from '../input/check-options.ts';
import { AMOUNT } from '../input/value-rule.ts';
import type { OutboxEntry, OutboxLease, TelemetryOutbox } from '../ports/telemetry-outbox.ts';

interface Stored {
  readonly entry: OutboxEntry;
  holder: string | undefined;
  notBefore: number;
}

/** An outbox in memory, which outlives forwarders and not the process: for tests. */
export interface MemoryTelemetryOutbox extends TelemetryOutbox {
  /** Returns every entry, oldest first. */
  entries(): readonly OutboxEntry[];
}

/** Options of `createMemoryTelemetryOutbox`. */
interface OutboxOptions {
  /** 100,000 by default. */
  readonly maxEntries?: number | undefined;
}

/** Creates an outbox in memory. Throws a `TypeError` for options that it does not have. */
export function createMemoryTelemetryOutbox(options: OutboxOptions = {}): MemoryTelemetryOutbox {
  checkOptions('createMemoryTelemetryOutbox', options, OPTIONS);
  const { maxEntries = 100_000 } = options;
  const stored = new Map<string, Stored>();
  const leases = new Map<string, number>();
  const oldestFirst = () => [...stored.values()].toSorted(byAge);
  const renewed = ({ holder, until }: OutboxLease) => void leases.set(holder, until);

  return {
    entries: () => oldestFirst().map(({ entry }) => entry),
    async append(entries, lease) {
      renewed(lease);
      const added = entries.filter(({ id }) => !stored.has(id));
      if (stored.size + added.length > maxEntries) return 'full';
      for (const entry of added) {
        stored.set(entry.id, { entry: { ...entry }, holder: lease.holder, notBefore: 0 });
      }
      return 'stored';
    },
    async renew(lease) {
      renewed(lease);
    },
    async claim({ lease, now, limit, exceptDestinations }) {
      renewed(lease);
      const isFree = ({ holder, notBefore, entry }: Stored) =>
        notBefore <= now &&
        (holder === undefined || (leases.get(holder) ?? 0) <= now) &&
        !exceptDestinations.includes(entry.destinationId);
      const claimed = oldestFirst().filter(isFree).slice(0, limit);
      for (const each of claimed) each.holder = lease.holder;
      return claimed.map(({ entry }) => ({ ...entry }));
    },
    async remove(ids) {
      for (const id of ids) stored.delete(id);
    },
    async release(ids, { holder, notBefore }) {
      for (const id of ids) {
        const found = stored.get(id);
        if (found?.holder !== holder) continue;
        found.holder = undefined;
        found.notBefore = notBefore;
      }
    },
    async leave(holder) {
      leases.delete(holder);
      for (const each of stored.values()) if (each.holder === holder) each.holder = undefined;
    },
    async expire(before) {
      const old = [...stored.values()].filter(({ entry }) => entry.since < before);
      for (const { entry } of old) stored.delete(entry.id);
      return old.length;
    },
  };
}

const OPTIONS: OptionTable<OutboxOptions> = { maxEntries: AMOUNT };

function byAge({ entry: a }: Stored, { entry: b }: Stored): number {
  return a.since - b.since || (a.id < b.id ? -1 : 1);
}
