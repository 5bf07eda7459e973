import type { Transaction } from 'kysely';
import { bump } from './bump.ts';
import type { Changes } from './changes.ts';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** Changes keys in a transaction, of which every process gets to know. */
export type ChangeKeys = <Result>(
  work: (trx: Transaction<Schema>) => Promise<Result>,
) => Promise<Result>;

/** Returns how keys are changed: this process knows the change at once, others by a notice. */
export function createChangeKeys(database: Database, changes: Changes): ChangeKeys {
  return async (work) => {
    const result = await database.transaction(async (trx) => {
      const done = await work(trx);
      await bump(database, trx, 'keys');
      return done;
    });
    await changes.refresh();
    return result;
  };
}
