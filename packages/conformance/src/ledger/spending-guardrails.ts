import assert from 'node:assert/strict';
import type { AppliedGuardrail, Budget, Spending } from '@model-gateway/core';
import type { ConformanceCase } from '../conformance-case.ts';
import { numbersTo } from '../stores/sample-records.ts';
import type { CreditLedgerSubject } from './subject.ts';

const SPENDER = {
  keyHash: 'a'.repeat(64),
  userId: 'user_1',
  workspaceId: '10000000-0000-4000-8000-000000009001',
  organizationId: 'org/1',
};
const KEY = { kind: 'key', id: SPENDER.keyHash } as const;
const MEMBER = { kind: 'member', id: 'org%2F1/user_1' } as const;
const NOON = Date.UTC(2026, 0, 10, 12);
const DAY = 24 * 60 * 60 * 1000;

const GUARDRAIL: AppliedGuardrail = {
  id: '10000000-0000-4000-8000-000000000001',
  accountId: SPENDER.organizationId,
  name: 'careful',
  allowedModels: null,
  allowedProviders: null,
  zdr: false,
  usd: '1',
  reset: null,
  scope: 'member',
};

function guarded(
  subject: Pick<Budget, 'kind' | 'id'>,
  usd: string,
  reset: Budget['reset'],
): Budget {
  return { ...subject, usd, reset, guardrail: GUARDRAIL };
}

/** Returns the amount that is left of the budget that refused; `reserved` where none did. */
async function outcomeOf({ ledger }: CreditLedgerSubject, given: Partial<Spending>) {
  const spending = { accountId: null, amount: '1', at: NOON, spender: SPENDER, ...given };
  const outcome = await ledger.spending?.reserve({ budgets: [], ...spending });
  if (outcome === undefined) return assert.fail('the ledger has no member "spending"');
  if (!('overspent' in outcome)) return { outcome: 'reserved', reservation: outcome };
  const { overspent } = outcome;
  if (overspent.of === 'account') return { outcome: 'account' };
  const { kind, reset, guardrail } = overspent.budget;
  return { outcome: `${kind} ${reset} ${guardrail?.name ?? 'own'}: ${overspent.remaining}` };
}

async function spend(subject: CreditLedgerSubject, given: Partial<Spending>): Promise<void> {
  const { outcome, reservation } = await outcomeOf(subject, given);
  if (reservation === undefined) assert.fail(`refused: ${outcome}`);
  await subject.ledger.settle(reservation, reservation.amount);
}

/** Limits of guardrails, which count beside those of their own. */
export const SPENDING_OF_GUARDRAILS: readonly ConformanceCase<CreditLedgerSubject>[] = [
  {
    name: 'a key keeps to its own limit and to those of guardrails with every reset at once',
    spec: 'contract §6.3',
    async run(subject) {
      const budgets: readonly Budget[] = [
        { ...KEY, usd: '3', reset: 'daily' },
        guarded(KEY, '5', 'daily'),
        guarded(KEY, '6', 'weekly'),
        guarded(KEY, '7', 'monthly'),
        guarded(KEY, '8', null),
      ];
      const at = (days: number) => ({ at: NOON + days * DAY, budgets });
      for (const _ of numbersTo(3)) await spend(subject, at(0));
      assert.equal((await outcomeOf(subject, at(0))).outcome, 'key daily own: 0');
      const others = budgets.slice(1);
      await spend(subject, { budgets: others });
      await spend(subject, { budgets: others });
      const without = { budgets: others };
      assert.equal((await outcomeOf(subject, without)).outcome, 'key daily careful: 0');
      // Sunday, Monday, and February.
      await spend(subject, at(1));
      assert.equal((await outcomeOf(subject, at(1))).outcome, 'key weekly careful: 0');
      await spend(subject, at(2));
      assert.equal((await outcomeOf(subject, at(2))).outcome, 'key monthly careful: 0');
      await spend(subject, at(25));
      assert.equal((await outcomeOf(subject, at(25))).outcome, 'key null careful: 0');
      assert.equal((await outcomeOf(subject, at(0))).outcome, 'key daily own: 0');
    },
  },
  {
    name: 'a member has one limit over all keys in all workspaces, and only in its organization',
    spec: 'contract §6.3',
    async run(subject) {
      const budgets = [guarded(MEMBER, '2', 'daily')];
      await spend(subject, {});
      const other = { ...SPENDER, keyHash: 'b'.repeat(64), workspaceId: SPENDER.workspaceId + '1' };
      await spend(subject, { spender: other, budgets });
      assert.equal((await outcomeOf(subject, { budgets })).outcome, 'member daily careful: 0');
      const elsewhere = { ...SPENDER, organizationId: 'org', userId: '1/user_1' };
      const there = [guarded({ kind: 'member', id: 'org/1/user_1' }, '1', 'daily')];
      await spend(subject, { spender: elsewhere, budgets: there });
      const [sums, elsewhereSums] = (await subject.ledger.spending?.spent(
        [MEMBER, { kind: 'member', id: 'org/1/user_1' }],
        NOON,
      )) ?? [undefined, undefined];
      assert.deepEqual([sums?.total, elsewhereSums?.total, sums?.reserved], ['2', '1', '0']);
    },
  },
  {
    name: 'what was reserved and spent before the guardrail counts, and comes back when it is free',
    spec: 'contract §6.3',
    async run(subject) {
      const { reservation: begun } = await outcomeOf(subject, { amount: '4' });
      if (begun === undefined) return assert.fail('refused');
      await spend(subject, { amount: '1' });
      const budgets = [guarded(MEMBER, '6', 'monthly')];
      const { outcome } = await outcomeOf(subject, { amount: '2', budgets });
      assert.equal(outcome, 'member monthly careful: 1');
      await subject.ledger.settle(begun, '2.5');
      await spend(subject, { amount: '2.5', budgets });
      assert.equal((await outcomeOf(subject, { budgets })).outcome, 'member monthly careful: 0');
    },
  },
  {
    name: 'of 60 reservations of a member’s keys at once exactly as many succeed as it may spend',
    spec: 'contract §6.3',
    async run(subject) {
      const budgets = [guarded(MEMBER, '11', 'weekly'), guarded(MEMBER, '40', null)];
      const outcomes = await Promise.all(
        numbersTo(60).map((number) => {
          const keyHash = `${number % 4}`.padStart(64, '0');
          return outcomeOf(subject, { budgets, spender: { ...SPENDER, keyHash } });
        }),
      );
      assert.equal(outcomes.filter(({ outcome }) => outcome === 'reserved').length, 11);
    },
  },
];
