import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  AdministrationError,
  openStores,
  type NewGuardrail,
  type Stores,
} from '@model-gateway/sql';
import { collect } from '../support/collect.ts';
import { describeOnEach } from '../support/databases.ts';

const WORKSPACE = '10000000-0000-4000-8000-000000000001';
const MEMBER = { userId: 'user_1', organizationId: 'org_1', workspaceId: WORKSPACE };
const UNKNOWN = '10000000-0000-4000-8000-00000000000f';

describeOnEach('guardrails', (newDatabase) => {
  const within = async (tests: (stores: Stores) => Promise<void>) => {
    const stores = await openStores(await newDatabase());
    try {
      await tests(stores);
    } finally {
      await stores.close();
    }
  };
  const create = ({ admin }: Stores, more: Partial<NewGuardrail> = {}) =>
    admin.guardrails.create({ accountId: 'org_1', name: 'careful', ...more });
  const aKey = async ({ admin }: Stores, given: Partial<typeof MEMBER> = {}) =>
    (await admin.keys.create({ label: 'a key', ...MEMBER, ...given })).key;
  const refused = (work: Promise<unknown>, message: RegExp) =>
    assert.rejects(work, (error) => {
      assert.ok(error instanceof AdministrationError, String(error));
      assert.match(error.message, message);
      return true;
    });

  it('are made, shown, exported and imported as they are', () =>
    within(async (stores) => {
      const { guardrails } = stores.admin;
      const made = await create(stores, {
        allowedModels: ['acme/quill'],
        allowedProviders: ['acme', 'orrery'],
        zdr: true,
        usd: '20.500000',
        reset: 'monthly',
      });
      assert.deepEqual([made.usd, made.zdr, made.accountId], ['20.5', true, 'org_1']);
      assert.deepEqual(await guardrails.show(made.id), made);
      const { id: _, createdAt: __, ...nothing } = await create(stores, { name: 'open' });
      assert.deepEqual(nothing, {
        accountId: 'org_1',
        name: 'open',
        allowedModels: null,
        allowedProviders: null,
        zdr: false,
        usd: null,
        reset: null,
      });
      const all = await collect(guardrails.export());
      assert.equal(all.length, 2);
      for (const { id } of all) assert.equal(await guardrails.delete(id), true);
      assert.equal(await guardrails.import(all), 2);
      assert.deepEqual(await collect(guardrails.export()), all);
      await refused(create(stores, { id: made.id }), /there is a guardrail .* already/);
      await assert.rejects(create(stores, { usd: '-1' }), TypeError);
      await assert.rejects(create(stores, { name: 'a\0b' }), TypeError);
      for (const id of [UNKNOWN, 'x\0', '']) {
        assert.equal(await guardrails.show(id), undefined);
        assert.equal(await guardrails.delete(id), false);
        assert.equal(await guardrails.unassign(id), false);
      }
    }));

  it('are assigned within their account alone, to keys once, and end', () =>
    within(async (stores) => {
      const { guardrails, assignments } = stores.admin;
      const [own, other] = [await create(stores), await create(stores, { accountId: 'org_2' })];
      const key = await aKey(stores);
      const assign = (guardrailId: string, keyHash = key.hash) =>
        guardrails.assign({ guardrailId, keyHash, assignedBy: 'user_2' });
      await refused(assign(other.id), /"org_1" has no guardrail/);
      await refused(assign(UNKNOWN), /"org_1" has no guardrail/);
      await refused(assign(own.id, 'f'.repeat(64)), /there is no key f/);
      const toMember = (guardrail_id: string) =>
        assignments.create({
          guardrail_id,
          user_id: 'user_1',
          assigned_by: 'user_2',
          organization_id: 'org_1',
        });
      await refused(toMember(other.id), /"org_1" has no guardrail/);
      await refused(toMember(UNKNOWN), /"org_1" has no guardrail/);
      const made = await assign(own.id);
      await refused(assign(own.id), /has guardrail .* already/);
      assert.deepEqual(await guardrails.keys(own.id), [made]);
      assert.deepEqual(await guardrails.keys(other.id), []);
      const { id } = await toMember(own.id);
      const found = await stores.stores.guardrails.of(key);
      assert.deepEqual(
        found.map(({ name, scope }) => [name, scope]),
        [
          ['careful', 'member'],
          ['careful', 'key'],
        ],
      );
      await refused(guardrails.delete(own.id), /is assigned still/);
      assert.equal(await assignments.delete(id), true);
      await refused(guardrails.delete(own.id), /is assigned still/);
      assert.equal(await guardrails.unassign(made.id), true);
      assert.equal(await guardrails.delete(own.id), true);
    }));

  it('can be deleted once the keys that had them are', () =>
    within(async (stores) => {
      const { guardrails, keys } = stores.admin;
      const { id } = await create(stores);
      const { hash } = await aKey(stores);
      await guardrails.assign({ guardrailId: id, keyHash: hash, assignedBy: 'user_2' });
      await keys.delete(hash);
      assert.equal(await guardrails.delete(id), true);
      assert.deepEqual(await guardrails.keys(), []);
    }));

  it('of a key keep its workspace from another account until they end', () =>
    within(async (stores) => {
      const { guardrails, workspaces } = stores.admin;
      await workspaces.create({ id: WORKSPACE, accountId: 'org_1', name: 'One' });
      const { id: guardrailId } = await create(stores);
      const { hash: keyHash } = await aKey(stores);
      const made = await guardrails.assign({ guardrailId, keyHash, assignedBy: 'user_2' });
      await refused(workspaces.move(WORKSPACE, 'org_2'), /has a guardrail of another account/);
      assert.equal((await workspaces.move(WORKSPACE, 'org_1'))?.accountId, 'org_1');
      await guardrails.unassign(made.id);
      assert.equal((await workspaces.move(WORKSPACE, 'org_2'))?.accountId, 'org_2');
    }));

  it('are known to other processes as keys are', () =>
    within(async (stores) => {
      const { guardrails } = stores.admin;
      const { id: guardrailId } = await create(stores);
      const { hash } = await aKey(stores);
      const found = async () => {
        const key = await stores.stores.keys.findByHash(hash);
        return key == null ? assert.fail('no key') : stores.stores.guardrails.of(key);
      };
      assert.deepEqual(await found(), []);
      const { id } = await guardrails.assign({ guardrailId, keyHash: hash, assignedBy: 'user_2' });
      assert.equal((await found()).length, 1);
      await guardrails.unassign(id);
      assert.deepEqual(await found(), []);
    }));
});
