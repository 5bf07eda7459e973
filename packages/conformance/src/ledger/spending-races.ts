import assert from 'node:assert/strict';
import type { ConformanceCase } from '../conformance-case.ts';
import { numbersTo } from '../stores/sample-records.ts';
import { ask, bookOf, daily, DAY, KEY, NOON, reserved, SPENDER, spentBy } from './spending.ts';
import { assertFree, open, PAYER, type CreditLedgerSubject } from './subject.ts';

/** What holds of budgets when many requests spend at once. */
export const SPENDING_RACES: readonly ConformanceCase<CreditLedgerSubject>[] = [
  {
    name: 'of 60 reservations at once within 20 of a key and 12 of its workspace exactly 12 succeed',
    spec: 'contract §2.9',
    async run(subject) {
      const workspace = { kind: 'workspace', id: SPENDER.workspaceId } as const;
      const budgets = [daily('20'), daily('12', workspace)];
      const outcomes = await Promise.all(
        numbersTo(60).map(() => ask(subject, { amount: '1', budgets })),
      );
      const made = outcomes.filter((outcome) => !('overspent' in outcome));
      assert.equal(made.length, 12);
      assert.equal(await spentBy(subject), '0 0 0 0 12');
    },
  },
  {
    name: 'of 30 reservations at once within a limit exactly 12 succeed of an account with 12',
    spec: 'contract §2.9',
    async run(subject) {
      await open(subject, '12');
      const given = { amount: '1', budgets: [daily('20')], accountId: PAYER };
      const outcomes = await Promise.all(numbersTo(30).map(() => ask(subject, given)));
      const refused = outcomes.filter((outcome) => 'overspent' in outcome);
      assert.deepEqual(
        refused,
        numbersTo(18).map(() => ({ overspent: { of: 'account' } })),
      );
      await assertFree(subject, '0');
    },
  },
  {
    name: 'of 100 reservations at once over five days every one is answered, by the limit of its day',
    spec: 'contract §2.9',
    async run(subject) {
      const workspace = { kind: 'workspace', id: SPENDER.workspaceId } as const;
      await open(subject, '1000');
      const outcomes = await Promise.all(
        numbersTo(100).map(async (number) => {
          const at = NOON + (number % 5) * DAY;
          const keyHash = (number % 2 === 0 ? 'a' : 'b').repeat(64);
          const [spender, own] = [
            { ...SPENDER, keyHash },
            { ...KEY, id: keyHash },
          ];
          const budgets = [daily('6', own), daily('9', workspace)];
          const given = { amount: '1', at, spender, budgets, accountId: PAYER };
          return { at, outcome: await ask(subject, given) };
        }),
      );
      for (const day of [0, 1, 2, 3, 4].map((days) => NOON + days * DAY)) {
        const made = outcomes.filter(({ at, outcome }) => at === day && !('overspent' in outcome));
        assert.equal(made.length, 9);
      }
      await assertFree(subject, '955');
    },
  },
  {
    name: 'not one cent is missing after 20 keys spent at once, while budgets appear and windows change',
    spec: 'contract §2.9',
    async run(subject) {
      await open(subject, '1000');
      const work = async (number: number) => {
        const spender = { ...SPENDER, keyHash: `${number}`.padStart(64, '0') };
        const key = { kind: 'key', id: spender.keyHash } as const;
        for (const round of numbersTo(4)) {
          const at = NOON + ((number + round) % 3) * DAY;
          const budgets = round === 1 ? [] : [daily('100', key)];
          const given = { amount: '1', at, spender, budgets, accountId: PAYER };
          const reservation = await reserved(subject, given);
          if (round % 4 === 3) await subject.ledger.release(reservation);
          else await subject.ledger.settle(reservation, `0.${number}`);
        }
        const [sum] = await bookOf(subject.ledger).spent([key], NOON);
        const three = 3 * Number(`0.${number}`);
        assert.equal(Number(sum?.total).toFixed(6), three.toFixed(6));
      };
      await Promise.all(numbersTo(20).map(work));
      const organization = { kind: 'organization', id: SPENDER.organizationId } as const;
      // Three charges each of 0.1 to 0.9, of 0.10 to 0.19 and of 0.20.
      const total = '18.45';
      const [sum] = await bookOf(subject.ledger).spent([organization], NOON);
      assert.deepEqual([sum?.total, sum?.reserved], [total, '0']);
      await assertFree(subject, '981.55');
    },
  },
];
