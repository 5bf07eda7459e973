import assert from 'node:assert/strict';
import type { AppliedGuardrail, SpendingWarning } from '@model-gateway/core';
import type { ConformanceCase } from '../conformance-case.ts';
import { numbersTo } from '../stores/sample-records.ts';
import type { CreditLedgerSubject } from './subject.ts';

const WARNING: SpendingWarning = {
  budget: { kind: 'key', id: 'd'.repeat(64), usd: '10', reset: 'daily' },
  percent: 50,
  firstDay: '2026-01-10',
  lastDay: '2026-01-10',
  endsAt: Date.UTC(2026, 0, 11),
  spent: '5',
};

const GUARDRAIL: AppliedGuardrail = {
  id: '10000000-0000-4000-8000-000000000001',
  accountId: 'org_1',
  name: 'careful',
  allowedModels: null,
  allowedProviders: null,
  zdr: false,
  usd: '10',
  reset: 'daily',
  scope: 'key',
};

/** Each is another warning than the one above. */
const OTHERS: readonly Partial<SpendingWarning>[] = [
  { percent: 80 },
  { percent: 100 },
  { firstDay: '2026-01-11', lastDay: '2026-01-11' },
  { firstDay: '2026-01-05', lastDay: '2026-01-11' },
  { budget: { ...WARNING.budget, usd: '20' } },
  { budget: { ...WARNING.budget, id: 'e'.repeat(64) } },
  { budget: { ...WARNING.budget, kind: 'workspace' } },
  { budget: { ...WARNING.budget, guardrail: GUARDRAIL } },
];

/** A ledger without `claim` warns nobody, and has nothing to hold here. */
export const SPENDING_CLAIMS: ConformanceCase<CreditLedgerSubject> = {
  name: 'a warning is claimed once, by one of all that ask, for its limit, share and window',
  spec: 'contract §2.11',
  async run({ ledger: { spending } }) {
    if (spending?.claim === undefined) return;
    const claim = async (warning: SpendingWarning) => spending.claim?.(warning);
    for (const other of [{}, ...OTHERS]) {
      const warning = { ...WARNING, ...other };
      const claims = await Promise.all(numbersTo(20).map(() => claim(warning)));
      assert.equal(claims.filter((isFirst) => isFirst === true).length, 1, JSON.stringify(other));
      assert.equal(await claim(warning), false);
    }
    const later = { ...WARNING, spent: '6' };
    assert.equal(await claim(later), false, 'what was spent makes no other warning');
  },
};
