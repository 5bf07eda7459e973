import assert from 'node:assert/strict';
import type { Budget } from '@model-gateway/core';
import type { ConformanceCase } from '../conformance-case.ts';
import { PROPERTY_NAMES } from '../stores/sample-records.ts';
import { SPENDING_CLAIMS } from './spending-claims.ts';
import { SPENDING_OF_GUARDRAILS } from './spending-guardrails.ts';
import { SPENDING_MONTH } from './spending-month.ts';
import { SPENDING_RACES } from './spending-races.ts';
import {
  ask,
  assertRefused,
  bookOf,
  daily,
  DAY,
  KEY,
  NOON,
  reserved,
  spend,
  SPENDER,
  spentBy,
} from './spending.ts';
import { assertFree, open, PAYER, type CreditLedgerSubject } from './subject.ts';

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
    name: 'what is reserved and charged, within a limit or without, leaves the limits of others as they are',
    spec: 'contract §2.9',
    async run(subject) {
      const keyHash = 'b'.repeat(64);
      const given = {
        spender: { keyHash, userId: 'user_2', workspaceId: 'w', organizationId: 'org_2' },
        budgets: [daily('10', { kind: 'key', id: keyHash })],
      };
      await spend(subject, { ...given, amount: '4' });
      for (const budgets of [[], [daily('10')]]) {
        await spend(subject, { amount: '2', budgets });
        await reserved(subject, { amount: '1', budgets });
      }
      await assertRefused(subject, { ...given, amount: '7' }, '6');
      await reserved(subject, { ...given, amount: '6' });
    },
  },
  {
    name: 'a limit whose reset changes counts all days of its new window, also where both begin together',
    spec: 'contract §2.9',
    async run(subject) {
      const monday = Date.UTC(2026, 0, 5);
      const budgets: Budget[] = [{ ...KEY, usd: '10', reset: 'weekly' }];
      await spend(subject, { amount: '4', at: monday });
      await spend(subject, { amount: '1', at: monday, budgets });
      await spend(subject, { amount: '2', at: monday + DAY, budgets });
      await assertRefused(subject, { amount: '4', at: monday + DAY, budgets }, '3');
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
  ...SPENDING_RACES,
  SPENDING_MONTH,
  SPENDING_CLAIMS,
  ...SPENDING_OF_GUARDRAILS,
];
