import type { Clock } from '@model-gateway/core';
import type { Database } from './database.ts';
import { isStorable } from './storable-text.ts';

/** Remembers when the gateways of a database first listed a model. */
export interface ModelSightings {
  /**
   * Returns when each of these models was first seen, in milliseconds since the epoch. Those that
   * were never seen are seen now. An id that no database can store is left out.
   */
  firstSeen(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

export function createModelSightings(database: Database, clock: Clock): ModelSightings {
  const read = async (ids: readonly string[]) => {
    const seen = new Map<string, number>();
    for (const part of inParts(ids)) {
      const sightings = database.db.selectFrom('mg_model_sightings').selectAll();
      for (const row of await sightings.where('id', 'in', part).execute()) {
        seen.set(row.id, Number(row.first_seen_ms));
      }
    }
    return seen;
  };
  const write = (ids: readonly string[]) =>
    database.transaction(async (trx) => {
      for (const part of inParts(ids)) {
        await trx
          .insertInto('mg_model_sightings')
          .values(part.map((id) => ({ id, first_seen_ms: clock.now() })))
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute();
      }
    });
  return {
    async firstSeen(ids) {
      // In one order, so that two processes do not deadlock.
      const storable = [...new Set(ids)].filter(isStorable).toSorted();
      const seen = await read(storable);
      const unseen = storable.filter((id) => !seen.has(id));
      if (unseen.length === 0) return seen;
      await write(unseen);
      // Another process may have been faster.
      return read(storable);
    },
  };
}

/** A statement takes a limited number of values. */
const PART = 500;

function* inParts(ids: readonly string[]): Generator<readonly string[]> {
  for (let first = 0; first < ids.length; first += PART) yield ids.slice(first, first + PART);
}
