import assert from 'node:assert/strict';
import type {
  Budget,
  CreditLedger,
  Overspent,
  Reservation,
  Spending,
  SpendingBook,
  Spent,
} from '@model-gateway/core';
import type { ConformanceCase } from '../conformance-case.ts';
import { numbersTo, PROPERTY_NAMES } from '../stores/sample-records.ts';
import { SPENDING_CLAIMS } from './spending-claims.ts';
import { SPENDING_OF_GUARDRAILS } from './spending-guardrails.ts';
import { SPENDING_MONTH } from './spending-month.ts';
import { assertFree, open, PAYER, type CreditLedgerSubject } from './subject.ts';

const SPENDER = {
  keyHash: 'a'.repeat(64),
  userId: 'user_1',
  workspaceId: '10000000-0000-4000-8000-000000009001',
  organizationId: 'org_1',
};
const KEY = { kind: 'key', id: SPENDER.keyHash } as const;
/** A Saturday, in the week from the 5th to the 11th. */
const NOON = Date.UTC(2026, 0, 10, 12);
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

type Given = Partial<Spending> & { readonly amount: string };

function bookOf({ spending }: CreditLedger): SpendingBook {
  return spending ?? assert.fail('the ledger has no member "spending"');
}

function ask({ ledger }: CreditLedgerSubject, given: Given) {
  return bookOf(ledger).reserve({
    accountId: null,
    at: NOON,
    spender: SPENDER,
    budgets: [daily('10')],
    ...given,
  });
}

function daily(usd: string, subject: Pick<Budget, 'kind' | 'id'> = KEY): Budget {
  return { ...subject, usd, reset: 'daily' };
}

async function reserved(subject: CreditLedgerSubject, given: Given): Promise<Reservation> {
  const outcome = await ask(subject, given);
  if ('overspent' in outcome) assert.fail(`refused: ${JSON.stringify(outcome.overspent)}`);
  return outcome;
}

/** Reserves and charges all of it. */
async function spend(subject: CreditLedgerSubject, given: Given, charge = given.amount) {
  await subject.ledger.settle(await reserved(subject, given), charge);
}

async function assertRefused(
  subject: CreditLedgerSubject,
  given: Given,
  expected: Overspent | string,
): Promise<void> {
  const outcome = await ask(subject, given);
  if (!('overspent' in outcome)) assert.fail(`${given.amount} was reserved`);
  const { overspent } = outcome;
  if (typeof expected !== 'string') assert.deepEqual(overspent, expected);
  else assert.equal(overspent.of === 'budget' ? overspent.remaining : overspent.of, expected);
}

async function spentBy(
  { ledger }: CreditLedgerSubject,
  at = NOON,
  subject: Pick<Spent, 'kind' | 'id'> = KEY,
) {
  const [spent] = await bookOf(ledger).spent([subject], at);
  const {
    total,
    monthly,
    weekly,
    daily: today,
    reserved: held,
  } = spent ?? assert.fail('no answer');
  return [total, monthly, weekly, today, held].join(' ');
}

/** How much is left after 4 of 10 were spent at noon of Saturday the 10th. */
const WINDOWS = [
  ['daily', 'in its last moment', Date.UTC(2026, 0, 11) - 1, '6'],
  ['daily', 'after midnight UTC', Date.UTC(2026, 0, 11), '10'],
  ['daily', 'the day before', NOON - DAY, '10'],
  ['weekly', 'on Monday of the week', Date.UTC(2026, 0, 5), '6'],
  ['weekly', 'in its last moment, on Sunday', Date.UTC(2026, 0, 12) - 1, '6'],
  ['weekly', 'on the next Monday', Date.UTC(2026, 0, 12), '10'],
  ['weekly', 'on the Sunday before', Date.UTC(2026, 0, 5) - 1, '10'],
  ['monthly', 'on the first of the month', Date.UTC(2026, 0, 1), '6'],
  ['monthly', 'in its last moment', Date.UTC(2026, 1, 1) - 1, '6'],
  ['monthly', 'on the first of the next month', Date.UTC(2026, 1, 1), '10'],
  ['monthly', 'in the same month of another year', Date.UTC(2027, 0, 10), '10'],
  [null, 'years later', Date.UTC(2031, 5, 1), '6'],
] as const;

/** What every `CreditLedger` with a member `spending` must do, too. */
export const SPENDING_BOOK_CASES: readonly ConformanceCase<CreditLedgerSubject>[] = [
  {
    name: 'all of a budget can be reserved, and nothing after it',
    spec: 'contract §2.9',
    async run(subject) {
      await reserved(subject, { amount: '9.999999999999' });
      await assertRefused(
        subject,
        { amount: '0.000000000002' },
        { of: 'budget', budget: daily('10'), remaining: '0.000000000001' },
      );
      await reserved(subject, { amount: '0.000000000001' });
      await assertRefused(subject, { amount: '0.000000000001' }, '0');
      await reserved(subject, { amount: '0' });
    },
  },
  {
    name: 'what a reservation did not spend is free again, and its charge is not',
    spec: 'contract §2.9',
    async run(subject) {
      await spend(subject, { amount: '8' }, '3.5');
      await assertRefused(subject, { amount: '6.51' }, '6.5');
      await subject.ledger.release(await reserved(subject, { amount: '6.5' }));
      await spend(subject, { amount: '6.5' }, '9');
      await assertRefused(subject, { amount: '0.1' }, '0');
    },
  },
  {
    name: 'a reservation ends once, whichever end comes first',
    spec: 'contract §2.9',
    async run(subject) {
      const reservation = await reserved(subject, { amount: '4' });
      await subject.ledger.settle(reservation, '1');
      await subject.ledger.settle(reservation, '2');
      await subject.ledger.release(reservation);
      assert.equal(await spentBy(subject), '1 1 1 1 0');
    },
  },
  ...WINDOWS.map(([reset, when, at, left]): ConformanceCase<CreditLedgerSubject> => ({
    name: `of a budget with reset ${reset} ${left} are left ${when}`,
    spec: 'contract §2.9',
    async run(subject) {
      const budgets = [{ ...KEY, usd: '10', reset }];
      await spend(subject, { amount: '4', budgets });
      await assertRefused(subject, { amount: '10.5', budgets, at }, left);
      await reserved(subject, { amount: left, budgets, at });
      await assertRefused(subject, { amount: '0.1', budgets, at }, '0');
    },
  })),
  {
    name: 'a request that runs past midnight is charged to the day on which it began',
    spec: 'contract §2.9',
    async run(subject) {
      const before = Date.UTC(2026, 0, 11) - 1;
      const reservation = await reserved(subject, { amount: '9', at: before });
      await spend(subject, { amount: '2', at: before + 1 });
      await subject.ledger.settle(reservation, '7');
      await assertRefused(subject, { amount: '9', at: before + 1 }, '8');
      await assertRefused(subject, { amount: '9', at: before }, '3');
      assert.equal(await spentBy(subject, before), '9 9 9 7 0');
      assert.equal(await spentBy(subject, before + 1), '9 9 9 2 0');
    },
  },
  {
    name: 'a clock that steps back finds what was spent then, and forth again what was spent since',
    spec: 'contract §2.9',
    async run(subject) {
      const moments = [NOON, NOON + DAY, NOON, NOON + 2 * DAY, NOON + DAY, NOON - 40 * DAY, NOON];
      const left = ['10', '10', '9', '10', '9', '10', '8'];
      for (const [i, at] of moments.entries()) {
        await assertRefused(subject, { amount: '11', at }, left[i] ?? '');
        await spend(subject, { amount: '1', at });
      }
      assert.equal(await spentBy(subject), '7 6 5 3 0');
    },
  },
  {
    name: 'what was spent and reserved before there was a budget counts against it',
    spec: 'contract §2.9',
    async run(subject) {
      await spend(subject, { amount: '3', budgets: [] });
      const running = await reserved(subject, { amount: '2', budgets: [] });
      await assertRefused(subject, { amount: '6' }, '5');
      await subject.ledger.settle(running, '1');
      await assertRefused(subject, { amount: '7' }, '6');
      await spend(subject, { amount: '4', budgets: [] });
      await assertRefused(subject, { amount: '3' }, '2');
    },
  },
  {
    name: 'a budget that is changed in the middle holds from the next request on',
    spec: 'contract §2.9',
    async run(subject) {
      await spend(subject, { amount: '6' });
      await assertRefused(subject, { amount: '5' }, '4');
      await assertRefused(subject, { amount: '1', budgets: [daily('5')] }, '0');
      await spend(subject, { amount: '5', budgets: [daily('20')] });
      const monthly = [{ ...KEY, usd: '15', reset: 'monthly' }] as const;
      await assertRefused(subject, { amount: '5', budgets: monthly }, '4');
      await spend(subject, { amount: '4', budgets: monthly });
      await assertRefused(subject, { amount: '1', budgets: [daily('15.5')] }, '0.5');
    },
  },
  {
    name: 'a workspace and an organization have budgets as keys do, over all their keys',
    spec: 'contract §2.9',
    async run(subject) {
      const workspace = { kind: 'workspace', id: SPENDER.workspaceId } as const;
      const organization = { kind: 'organization', id: SPENDER.organizationId } as const;
      const budgets = [daily('5', workspace), daily('8', organization)];
      const other = { ...SPENDER, keyHash: 'b'.repeat(64) };
      const elsewhere = { ...other, workspaceId: '10000000-0000-4000-8000-000000009002' };
      await spend(subject, { amount: '3', budgets });
      await assertRefused(
        subject,
        { amount: '3', budgets, spender: other },
        { of: 'budget', budget: daily('5', workspace), remaining: '2' },
      );
      await spend(subject, {
        amount: '4',
        spender: elsewhere,
        budgets: [daily('8', organization)],
      });
      await assertRefused(
        subject,
        { amount: '2', budgets },
        { of: 'budget', budget: daily('8', organization), remaining: '1' },
      );
      assert.equal(await spentBy(subject, NOON, organization), '7 7 7 7 0');
      assert.equal(await spentBy(subject, NOON, workspace), '3 3 3 3 0');
      assert.equal(await spentBy(subject), '3 3 3 3 0');
    },
  },
  {
    name: 'account and budgets are reserved together or not at all',
    spec: 'contract §2.9',
    async run(subject) {
      await open(subject, '6');
      const both = { accountId: PAYER };
      await assertRefused(subject, { ...both, amount: '7' }, { of: 'account' });
      await assertRefused(subject, { ...both, amount: '5', budgets: [daily('4')] }, '4');
      await assertFree(subject, '6');
      assert.equal(await spentBy(subject), '0 0 0 0 0');
      const reservation = await reserved(subject, { ...both, amount: '5' });
      await assertFree(subject, '1');
      assert.equal(await spentBy(subject), '0 0 0 0 5');
      await subject.ledger.settle(reservation, '2');
      await assertFree(subject, '4');
      assert.equal(await spentBy(subject), '2 2 2 2 0');
      await assertRefused(subject, { amount: '1', accountId: 'nobody' }, { of: 'account' });
    },
  },
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
  {
    name: 'subjects do not mix, whatever they are named, and those unknown have spent nothing',
    spec: 'contract §2.9',
    async run(subject) {
      const names = [...PROPERTY_NAMES, '%', "'", 'org_1', 'ORG_1'];
      for (const [i, organizationId] of names.entries()) {
        const spender = { ...SPENDER, organizationId };
        const budgets = [daily('10', { kind: 'organization', id: organizationId })];
        await spend(subject, { amount: `${i + 1}`, spender, budgets });
      }
      for (const [i, id] of names.entries()) {
        const sums = await spentBy(subject, NOON, { kind: 'organization', id });
        assert.equal(sums, `${i + 1} ${i + 1} ${i + 1} ${i + 1} 0`, id);
      }
      for (const id of ['nobody', '', '\0', '\ud800']) {
        assert.equal(await spentBy(subject, NOON, { kind: 'workspace', id }), '0 0 0 0 0');
      }
      const [first, second] = await bookOf(subject.ledger).spent([KEY, { ...KEY, id: 'x' }], NOON);
      assert.deepEqual([first?.id, second?.id, second?.total], [KEY.id, 'x', '0']);
    },
  },
  {
    name: 'an amount that is negative or not a decimal is refused with an error and reserves nothing',
    spec: 'contract §2.9',
    async run(subject) {
      for (const amount of ['-1', '', 'NaN', '1,5']) {
        await assert.rejects(async () => ask(subject, { amount }), RangeError, amount);
      }
      assert.equal(await spentBy(subject), '0 0 0 0 0');
    },
  },
  SPENDING_MONTH,
  SPENDING_CLAIMS,
  ...SPENDING_OF_GUARDRAILS,
];
