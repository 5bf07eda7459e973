import assert from 'node:assert/strict';
import { addDecimals, compareDecimals, formatDecimal, parseCredits } from '@model-gateway/core';
import type { ConformanceCase } from '../conformance-case.ts';
import { numbersTo } from '../stores/sample-records.ts';
import type { CreditLedgerSubject } from './subject.ts';

const SPENDER = { keyHash: 'c'.repeat(64), userId: 'u', workspaceId: 'w', organizationId: null };
const HOUR_MS = 60 * 60 * 1000;

/** 31 days from the 1st, five requests each; on the 20th the clock steps back to the 12th. */
const MOMENTS = numbersTo(31 * 5).map((number) => {
  const hour = (number - 1) * 4.8;
  const stepped = number === 100 ? hour - 8 * 24 : hour;
  return Date.UTC(2026, 0, 1) + stepped * HOUR_MS;
});

/** What may be spent a day: 1 USD, and half of it from the middle of the 15th on. */
const limitOf = (request: number) => (request < 73 ? '1' : '0.5');

/** A month of requests, beside a reference that adds up each day. */
export const SPENDING_MONTH: ConformanceCase<CreditLedgerSubject> = {
  name: 'a month with resets at midnight UTC, a limit that sinks and a clock that steps back is exact',
  spec: 'contract §2.9',
  async run({ ledger }) {
    const days = new Map<string, string>();
    let refusals = 0;
    for (const [i, at] of MOMENTS.entries()) {
      const day = new Date(at).toISOString().slice(0, 10);
      const before = days.get(day) ?? '0';
      const amount = `0.${(i * 7919) % 400}1`;
      const budget = { kind: 'key', id: SPENDER.keyHash, usd: limitOf(i), reset: 'daily' } as const;
      const given = { accountId: null, amount, at, spender: SPENDER, budgets: [budget] };
      const outcome = await ledger.spending?.reserve(given);
      const whole = addDecimals(parseCredits(before), parseCredits(amount));
      const fits = compareDecimals(whole, parseCredits(budget.usd)) <= 0;
      if (outcome === undefined) assert.fail('the ledger has no member "spending"');
      assert.equal(
        'overspent' in outcome,
        !fits,
        `${before} and ${amount} of ${budget.usd} on ${day}`,
      );
      if ('overspent' in outcome) {
        refusals++;
        continue;
      }
      const charge = `0.${(i * 104_729) % 100}00000000001`;
      const cost =
        compareDecimals(parseCredits(charge), parseCredits(amount)) > 0 ? amount : charge;
      await ledger.settle(outcome, cost);
      days.set(day, formatDecimal(addDecimals(parseCredits(before), parseCredits(cost))));
    }
    assert.ok(refusals > 5 && refusals < 100, `${refusals} refusals`);
    const key = { kind: 'key', id: SPENDER.keyHash } as const;
    for (const [day, sum] of days) {
      const [spent] = (await ledger.spending?.spent([key], Date.parse(day))) ?? [];
      assert.equal(spent?.daily, sum, day);
    }
    const total = [...days.values()].map(parseCredits).reduce(addDecimals);
    const [spent] = (await ledger.spending?.spent([key], Date.UTC(2026, 0, 31))) ?? [];
    assert.deepEqual([spent?.monthly, spent?.total], [formatDecimal(total), formatDecimal(total)]);
  },
};
