import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createManualClock,
  createMemoryCreditLedger,
  StoreUnavailableError,
  type Budget,
  type SpendingBook,
  type SpendingWarning,
} from '@model-gateway/core';
import { reserveCredits } from '../../src/inference/charging/payment.ts';
import { aGuardrail } from '../operations/guardrail-builders.ts';
import { SpendingWatch } from '../../src/inference/charging/spending-watch.ts';

const KEY = { kind: 'key', id: 'a'.repeat(64) } as const;
const SPENDER = { keyHash: KEY.id, userId: 'u', workspaceId: 'w', organizationId: 'org_1' };
const NOON = Date.UTC(2026, 0, 10, 12);
const DAY = 24 * 60 * 60 * 1000;
const PAUSE = 10_000;

/** A ledger and watches of it, each of a process. */
function aLedger(changed: (book: SpendingBook) => SpendingBook = (book) => book) {
  const clock = createManualClock(NOON);
  const ledger = createMemoryCreditLedger();
  const told: string[] = [];
  const warnings: SpendingWarning[] = [];
  const errors: unknown[] = [];
  const watched = (name = '', fails = false) =>
    new SpendingWatch(changed(ledger.spending), {
      clock,
      ask: (_store, question) => question(),
      report: (error) => errors.push(error),
      onSpending(warning) {
        const { budget, percent, firstDay, spent } = warning;
        warnings.push(warning);
        told.push(`${name}${budget.kind} ${percent} % of ${budget.usd} on ${firstDay}: ${spent}`);
        if (fails) throw new Error('the listener failed');
      },
    });
  const watch = watched();
  const spend = async (
    cost: string,
    { budgets = [daily('10')], most = cost, through = watch }: Asked = {},
  ) => {
    const payer = { accountId: null, at: clock.now(), spender: SPENDER, budgets };
    const counting = { ...ledger, count: async () => {} };
    const payment = await reserveCredits(payer, [{ upperBound: most }], counting, through);
    await payment.settle(cost);
  };
  /** Passes the pause, and lets what it began end. */
  const pass = async (milliseconds = PAUSE) => {
    clock.advance(milliseconds);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { clock, told, warnings, errors, spend, pass, watch, watched };
}

interface Asked {
  readonly budgets?: readonly Budget[];
  readonly most?: string;
  readonly through?: SpendingWatch;
}

function daily(usd: string, subject: Pick<Budget, 'kind' | 'id'> = KEY): Budget {
  return { ...subject, usd, reset: 'daily' };
}

describe('warnings of limits (contract §2.11)', () => {
  it('tell of 50, 80 and 100 %, once each', async () => {
    const { told, spend, pass } = aLedger();
    for (const cost of ['4.99', '0.01', '1', '2', '0.5', '1.5']) {
      await spend(cost);
      await pass();
    }
    assert.deepEqual(told, [
      'key 50 % of 10 on 2026-01-10: 5',
      'key 80 % of 10 on 2026-01-10: 8',
      'key 100 % of 10 on 2026-01-10: 10',
    ]);
  });

  it('say when the window ends, and come when the pause is over', async () => {
    const { warnings, clock, spend, pass } = aLedger();
    await spend('5');
    await pass(PAUSE - 1);
    assert.deepEqual(warnings, []);
    await pass(1);
    const [warning] = warnings;
    assert.deepEqual(warning, {
      budget: daily('10'),
      percent: 50,
      firstDay: '2026-01-10',
      lastDay: '2026-01-10',
      endsAt: Date.UTC(2026, 0, 11),
      spent: '5',
    });
    assert.equal(clock.waiting, 0);
  });

  it('come from one of the processes that share a ledger', async () => {
    const { told, spend, pass, watched } = aLedger();
    const processes = [watched('one: '), watched('two: ')];
    for (const through of [...processes, ...processes]) {
      await spend('2', { through });
      await pass();
    }
    assert.deepEqual(told, [
      'one: key 50 % of 10 on 2026-01-10: 6',
      'two: key 80 % of 10 on 2026-01-10: 8',
    ]);
  });

  it('begin anew with a window and with another limit', async () => {
    const { told, spend, pass, clock } = aLedger();
    await spend('8');
    await pass();
    await spend('1', { budgets: [daily('12')] });
    await pass();
    clock.advance(DAY);
    await spend('5');
    await pass();
    assert.deepEqual(told, [
      'key 50 % of 10 on 2026-01-10: 8',
      'key 80 % of 10 on 2026-01-10: 8',
      'key 50 % of 12 on 2026-01-10: 9',
      'key 50 % of 10 on 2026-01-11: 5',
    ]);
  });

  it('are of the workspace and the organization, too, each by its own window', async () => {
    const { told, spend, pass } = aLedger();
    const workspace: Budget = { kind: 'workspace', id: 'w', usd: '6', reset: 'monthly' };
    const organization: Budget = { kind: 'organization', id: 'org_1', usd: '100', reset: null };
    await spend('3', { budgets: [daily('10'), workspace, organization] });
    await pass();
    assert.deepEqual(told, ['workspace 50 % of 6 on 2026-01-01: 3']);
  });

  it('are of a key’s own limit and of a guardrail with the same amount and window', async () => {
    const { warnings, spend, pass } = aLedger();
    const guardrail = { ...aGuardrail({ usd: '10', reset: 'daily' }), scope: 'key' } as const;
    await spend('5', { budgets: [daily('10'), { ...daily('10'), guardrail }] });
    await pass();
    assert.deepEqual(
      warnings.map(({ budget, percent }) => [budget.guardrail?.name, percent]),
      [
        [undefined, 50],
        ['careful', 50],
      ],
    );
  });

  it('count what is spent, not what is reserved', async () => {
    const { told, spend, pass } = aLedger();
    await spend('0.1', { most: '10' });
    await pass();
    assert.deepEqual(told, []);
  });

  it('tell of 100 % when the limit refuses a request', async () => {
    const { told, spend, pass } = aLedger();
    await spend('9');
    await assert.rejects(spend('2'), { status: 402 });
    await assert.rejects(spend('2'), { status: 402 });
    await pass();
    assert.deepEqual(told, [
      'key 50 % of 10 on 2026-01-10: 9',
      'key 80 % of 10 on 2026-01-10: 9',
      'key 100 % of 10 on 2026-01-10: 9',
    ]);
  });

  it('tell of no other share when the limit refuses a request', async () => {
    const { told, spend, pass } = aLedger();
    await spend('1');
    await assert.rejects(spend('20'), { status: 402 });
    await pass();
    assert.deepEqual(told, ['key 100 % of 10 on 2026-01-10: 1']);
  });

  it('tell of a refusal although less was asked for and served after it', async () => {
    const { told, spend, pass } = aLedger();
    await assert.rejects(spend('20'), { status: 402 });
    await spend('1');
    await pass();
    assert.deepEqual(told, ['key 100 % of 10 on 2026-01-10: 1']);
  });

  it('are of each day alone, where the pause passes midnight', async () => {
    const { told, clock, spend, pass } = aLedger();
    clock.advance(DAY / 2 - 5000);
    await spend('5');
    clock.advance(6000);
    await spend('8');
    await pass(4000);
    assert.deepEqual(told, [
      'key 50 % of 10 on 2026-01-10: 5',
      'key 50 % of 10 on 2026-01-11: 8',
      'key 80 % of 10 on 2026-01-11: 8',
    ]);
  });

  it('ask the ledger of limits that counted since, and claim each share once', async () => {
    const asked: number[] = [];
    const claims: number[] = [];
    const { spend, pass } = aLedger((book) => ({
      ...book,
      spent(subjects, at) {
        asked.push(subjects.length);
        return book.spent(subjects, at);
      },
      async claim(warning) {
        claims.push(warning.percent);
        return book.claim?.(warning) ?? false;
      },
    }));
    const workspace: Budget = { kind: 'workspace', id: 'w', usd: '100', reset: 'monthly' };
    await spend('6', { budgets: [daily('10'), workspace] });
    await pass();
    await spend('1');
    await pass();
    await spend('1');
    await pass();
    assert.deepEqual(
      [asked, claims],
      [
        [2, 1, 1],
        [50, 80],
      ],
    );
  });

  it('come at once when the gateway ends', async () => {
    const { told, clock, spend, watch } = aLedger();
    await spend('5');
    await watch.end();
    assert.equal(told.length, 1);
    assert.equal(clock.waiting, 0);
  });

  it('are not waited for by a gateway that ends in an outage of the store', async () => {
    const { told, clock, spend, watch } = aLedger((book) => ({
      ...book,
      spent: () => Promise.reject(new StoreUnavailableError('away', 'the store is away')),
    }));
    await spend('5');
    await watch.end();
    assert.deepEqual([told, clock.waiting], [[], 0]);
  });

  for (const question of ['spent', 'claim'] as const) {
    it(`are not told where the ledger fails at ${question}, which is reported`, async () => {
      const { told, errors, clock, spend, pass } = aLedger((book) => ({
        ...book,
        [question]: () => Promise.reject(new Error('broken')),
      }));
      await spend('5');
      await pass();
      assert.deepEqual([told, errors.map(String)], [[], ['Error: broken']]);
      assert.equal(clock.waiting, 0);
    });
  }

  it('look at 10,000 limits at a time, and at another when it counts again', async () => {
    const asked: number[] = [];
    const { clock, pass, watch } = aLedger((book) => ({
      ...book,
      async spent(subjects) {
        asked.push(subjects.length);
        return [];
      },
    }));
    const limits = Array.from({ length: 10_001 }, (_, i): Budget =>
      daily('10', { kind: 'key', id: `key ${i}` }),
    );
    watch.note(limits, clock.now());
    watch.note(limits.slice(0, 2), clock.now());
    await pass();
    watch.note(limits.slice(-1), clock.now());
    await pass();
    assert.deepEqual(asked, [10_000, 1]);
  });

  it('come after an outage of the store', async () => {
    let isAway = true;
    const { told, errors, spend, pass } = aLedger((book) => ({
      ...book,
      async spent(subjects, at) {
        if (isAway) throw new StoreUnavailableError('away', 'the store is away');
        return book.spent(subjects, at);
      },
    }));
    await spend('5');
    await pass();
    assert.deepEqual(told, []);
    isAway = false;
    await pass();
    assert.deepEqual([told.length, errors], [1, []]);
  });

  it('are told on when the listener fails, which is reported', async () => {
    const { told, errors, spend, pass, watched } = aLedger();
    await spend('8', { through: watched('', true) });
    await pass();
    assert.equal(told.length, 2);
    assert.deepEqual(errors.map(String), [
      'Error: the listener failed',
      'Error: the listener failed',
    ]);
  });

  it('are not waited for with a ledger that claims nothing', async () => {
    const { clock, spend } = aLedger(({ reserve, spent }) => ({ reserve, spent }));
    await spend('10');
    assert.equal(clock.waiting, 0);
  });
});
