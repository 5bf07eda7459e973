import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualClock, type Generation } from '@model-gateway/core';
import { aGeneration } from '../../../core/test/builders.ts';
import type { OpenFresh } from './bind-stores.ts';
import { collect } from './collect.ts';

const ACCOUNT = 'account-1';

/** Charges with what they are for, over stores in one kind of database. */
export function bindCharges(open: OpenFresh): void {
  describe('a charge and its generation (contract §15.1)', () => {
    const opened = async () => {
      // After a second of the real one the stores would delete generations of long ago.
      const clock = createManualClock(aGeneration().createdAt);
      const { stores, ledger, admin, close } = await open({ clock });
      await admin.accounts.create({ id: ACCOUNT, credits: '10' });
      const { generations } = stores;
      const charge = async (generation: Generation) => {
        const reservation = await ledger.reserve(ACCOUNT, '1');
        assert.ok(reservation);
        await ledger.settle(reservation, generation.costUsd, generation);
        return reservation;
      };
      const sums = () =>
        generations.activity({
          accountId: 'org_1',
          firstDay: '2026-01-01',
          lastDay: '2026-01-31',
        });
      return { ledger, admin, generations, charge, sums, close };
    };

    it('are written together, and the movement names what it is for', async () => {
      const { ledger, admin, generations, charge, sums, close } = await opened();
      assert.equal(ledger.generations, generations);
      const reservation = await charge(aGeneration());
      assert.deepEqual(await generations.find('org_1', 'gen-1'), aGeneration());
      const [opening, movement] = await collect(admin.accounts.movements(ACCOUNT));
      assert.equal(opening?.generationId, null);
      const { amount, reservationId, generationId, keyHash, operation, model, provider } =
        movement ?? {};
      assert.deepEqual(
        { amount, reservationId, generationId, keyHash, operation, model, provider },
        {
          amount: '-0.1',
          reservationId: reservation.id,
          generationId: 'gen-1',
          keyHash: 'a'.repeat(64),
          operation: 'createChatCompletion',
          model: 'acme/quill',
          provider: 'acme',
        },
      );
      await ledger.settle(reservation, '0.5', aGeneration({ id: 'gen-2', costUsd: '0.5' }));
      assert.equal(await generations.find('org_1', 'gen-2'), undefined, 'it had ended already');
      assert.equal((await sums())[0]?.costUsd, '0.1');
      await close();
    });

    it('what nobody pays for counts as spent, too, and adds to what is counted', async () => {
      const { ledger, generations, close } = await opened();
      const { keyHash, createdAt: at } = aGeneration();
      await generations.add(aGeneration());
      const key = { kind: 'key', id: keyHash } as const;
      const [spent] = await ledger.spending.spent([key], at);
      assert.equal(spent?.daily, '0.1');
      const reserve = () =>
        ledger.spending.reserve({
          accountId: null,
          amount: '1',
          at,
          spender: { keyHash, userId: 'user_1', workspaceId: 'w', organizationId: null },
          budgets: [{ ...key, usd: '1', reset: 'daily' }],
        });
      const remaining = async () => {
        const outcome = await reserve();
        return 'overspent' in outcome && outcome.overspent.of === 'budget'
          ? outcome.overspent.remaining
          : outcome;
      };
      assert.equal(await remaining(), '0.9');
      await generations.add(aGeneration({ id: 'gen-2', costUsd: '0.2' }));
      assert.equal(await remaining(), '0.7');
      await close();
    });

    it('what no provider served counts for the account of its key, and for no other', async () => {
      const { ledger, admin, close } = await opened();
      const { keyHash, createdAt: at } = aGeneration();
      const pay = async (organizationId: string | null, generation?: Generation) => {
        const spender = { keyHash, userId: 'user_1', workspaceId: 'w', organizationId };
        const given = { accountId: null, amount: '2', at, spender, budgets: [] };
        const made = await ledger.spending.reserve(given);
        if ('overspent' in made) return assert.fail('overspent');
        return ledger.settle(made, '1', generation);
      };
      const unserved = { id: 'gen-2', accountId: 'user_1', provider: null, costUsd: '1' };
      await pay('org_1');
      await pay(null);
      await pay(null, aGeneration(unserved));
      const days = { firstDay: '2026-01-01', lastDay: '2026-01-31' };
      const page = { offset: 0, limit: 10 };
      const { items } = await admin.usage.sums({ by: ['account', 'user'], ...days, ...page });
      assert.deepEqual(
        items.map(({ group, costUsd }) => [group.account, group.user, costUsd]),
        [
          ['user_1', 'user_1', '2'],
          ['org_1', 'user_1', '1'],
        ],
      );
      await close();
    });

    it('a generation that costs nothing has no movement', async () => {
      const { admin, generations, charge, close } = await opened();
      await charge(aGeneration({ costUsd: '0' }));
      assert.equal((await generations.find('org_1', 'gen-1'))?.costUsd, '0');
      assert.equal((await collect(admin.accounts.movements(ACCOUNT))).length, 1);
      await close();
    });

    it('many at once add up to what the ledger charged, to the last digit', async () => {
      const { admin, charge, sums, close } = await opened();
      await Promise.all(
        Array.from({ length: 9 }, (_, number) =>
          charge(aGeneration({ id: `gen-${number}`, costUsd: `0.00000000000${number + 1}` })),
        ),
      );
      const [sum, ...others] = await sums();
      assert.deepEqual([sum?.requests, sum?.costUsd, others], [9, '0.000000000045', []]);
      assert.equal((await admin.accounts.show(ACCOUNT))?.balance, '9.999999999955');
      assert.equal((await admin.accounts.show(ACCOUNT))?.reserved, '0');
      await close();
    });
  });
}
