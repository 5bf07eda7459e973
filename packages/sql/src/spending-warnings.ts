import { formatDecimal, parseCredits, type Clock, type SpendingBook } from '@model-gateway/core';
import { counterOf, utcDay } from '@model-gateway/core/kit';
import type { Database } from './database.ts';
import { isStorable } from './storable-text.ts';

interface Claim {
  readonly kind: string;
  readonly id: string;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly usd: string;
  readonly percent: number;
}

/** Creates the claims of warnings: the process whose row it is tells. Source: contract §2.11. */
export function createClaim({ prepare }: Database): NonNullable<SpendingBook['claim']> {
  const insert = prepare<Claim, unknown>('writes', (db, value) =>
    db
      .insertInto('mg_spending_warnings')
      .values({
        kind: value('kind'),
        id: value('id'),
        first_day: value('firstDay'),
        last_day: value('lastDay'),
        usd: value('usd'),
        percent: value('percent'),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('percent')
      .compile(),
  );
  return async ({ budget, firstDay, lastDay, percent }) => {
    const { id, usd } = budget;
    if (!isStorable(id)) return false;
    const [kind, limit] = [counterOf(budget), formatDecimal(parseCredits(usd))];
    return (await insert({ kind, id, firstDay, lastDay, usd: limit, percent })).length > 0;
  };
}

/** Requests and clocks of other processes may be late. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** Deletes the claims of windows that ended a week ago. */
export async function forgetWarnings({ db }: Database, clock: Clock): Promise<void> {
  const before = utcDay(clock.now() - KEPT_MS);
  await db.deleteFrom('mg_spending_warnings').where('last_day', '<', before).execute();
}
