import assert from 'node:assert/strict';
import type { Budget, BudgetStore, Subject } from '@model-gateway/core';
import type { ConformanceCase } from '../conformance-case.ts';
import { ANY_TEXT, PROPERTY_NAMES } from './sample-records.ts';

/** A store of budgets, and how its owner changes it, which is not part of the port. */
export interface BudgetStoreSubject {
  readonly store: BudgetStore;
  put(budget: Budget): Promise<void>;
  remove(subject: Subject): Promise<void>;
}

const WORKSPACE: Budget = { kind: 'workspace', id: 'w', usd: '20.5', reset: 'daily' };
const ORGANIZATION: Budget = { kind: 'organization', id: 'o', usd: '100', reset: null };
const SPENDER = { workspaceId: 'w', organizationId: 'o' };

/** What every `BudgetStore` must do. */
export const BUDGET_STORE_CASES: readonly ConformanceCase<BudgetStoreSubject>[] = [
  {
    name: 'the budgets of a workspace and of its organization are found, those that there are',
    spec: 'contract §2.9',
    async run({ store, put }) {
      assert.deepEqual(await store.of(SPENDER), []);
      await put(ORGANIZATION);
      assert.deepEqual(await store.of(SPENDER), [ORGANIZATION]);
      await put(WORKSPACE);
      assert.deepEqual(await store.of(SPENDER), [WORKSPACE, ORGANIZATION]);
      assert.deepEqual(await store.of({ ...SPENDER, organizationId: null }), [WORKSPACE]);
      assert.deepEqual(await store.of({ workspaceId: 'o', organizationId: 'w' }), []);
    },
  },
  {
    name: 'an id that no budget can have leaves the budget of the other subject',
    spec: 'contract §2.9',
    async run({ store, put }) {
      await put(ORGANIZATION);
      for (const workspaceId of ['w\0', '\ud800']) {
        assert.deepEqual(await store.of({ ...SPENDER, workspaceId }), [ORGANIZATION]);
      }
    },
  },
  {
    name: 'a budget can be replaced and taken away, and the next request knows',
    spec: 'contract §2.9',
    async run({ store, put, remove }) {
      await put(WORKSPACE);
      await store.of(SPENDER);
      const changed: Budget = { ...WORKSPACE, usd: '0.000000000000000001', reset: 'monthly' };
      await put(changed);
      assert.deepEqual(await store.of(SPENDER), [changed]);
      await remove({ kind: 'organization', id: 'w' });
      assert.deepEqual(await store.of(SPENDER), [changed]);
      await remove({ kind: 'workspace', id: 'w' });
      assert.deepEqual(await store.of(SPENDER), []);
    },
  },
  {
    name: 'budgets do not mix, whatever their subjects are named',
    spec: 'contract §2.9',
    async run({ store, put }) {
      const names = [...PROPERTY_NAMES, ANY_TEXT, '%', 'W'];
      for (const [i, id] of names.entries()) await put({ ...ORGANIZATION, id, usd: `${i}` });
      for (const [i, organizationId] of names.entries()) {
        const [found] = await store.of({ workspaceId: 'w', organizationId });
        assert.deepEqual([found?.id, found?.usd], [organizationId, `${i}`]);
      }
      for (const organizationId of ['', '\0', '\ud800', 'w']) {
        assert.deepEqual(await store.of({ workspaceId: 'w', organizationId }), []);
      }
    },
  },
  {
    name: 'the budget of a workspace holds in whatever case its UUID is written',
    spec: 'contract §1.4',
    async run({ store, put, remove }) {
      const id = 'abcdef01-0000-4000-8000-00000000000f';
      await put({ ...WORKSPACE, id: id.toUpperCase() });
      const spender = { ...SPENDER, workspaceId: id };
      assert.deepEqual(await store.of(spender), [{ ...WORKSPACE, id }]);
      await remove({ kind: 'workspace', id: id.toUpperCase() });
      assert.deepEqual(await store.of(spender), []);
    },
  },
  {
    name: 'what is not a budget is refused, and so is a budget of a key',
    spec: 'contract §2.9',
    async run({ store, put }) {
      for (const wrong of [
        { usd: null },
        { usd: '-1' },
        { usd: 5 },
        { reset: 'hourly' },
        { id: '' },
        { kind: 'key' },
      ]) {
        // What a program in plain JavaScript may pass.
        const budget = { ...WORKSPACE, ...wrong } as unknown as Budget;
        await assert.rejects(async () => put(budget), TypeError, JSON.stringify(wrong));
      }
      assert.deepEqual(await store.of(SPENDER), []);
    },
  },
];
