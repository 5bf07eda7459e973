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
      await refused(guardrails.delete(own.id), /is still assigned/);
      assert.equal(await assignments.delete(id), true);
      await refused(guardrails.delete(own.id), /is still assigned/);
      assert.equal(await guardrails.unassign(made.id), true);
      assert.equal(await guardrails.delete(own.id), true);
    }));

  it('are changed in the members that are given, for all who have them at once', () =>
    within(async (stores) => {
      const { guardrails } = stores.admin;
      const made = await create(stores, { zdr: true, usd: '20', reset: 'daily' });
      const { hash } = await aKey(stores);
      await guardrails.assign({ guardrailId: made.id, keyHash: hash, assignedBy: 'user_2' });
      const found = async () => {
        const key = await stores.stores.keys.findByHash(hash);
        const [one] = await stores.stores.guardrails.of(key ?? assert.fail('no key'));
        return one;
      };
      assert.equal((await found())?.usd, '20');
      const changed = { ...made, name: 'calm', usd: '5.5', allowedModels: ['acme/quill'] };
      const change = { name: 'calm', usd: '5.50', allowedModels: ['acme/quill'] };
      assert.deepEqual(await guardrails.update(made.id, change), changed);
      const { createdAt: _, ...guardrail } = changed;
      assert.deepEqual(await found(), { ...guardrail, scope: 'key' });
      assert.deepEqual(await guardrails.update(made.id, {}), changed);
      for (const id of [UNKNOWN, 'x\0', '']) {
        assert.equal(await guardrails.update(id, { zdr: false }), undefined);
      }
      for (const wrong of [
        { usd: null },
        { usd: '-1' },
        { allowedModels: [] },
        { zdr: undefined },
        { name: 'a\0b' },
        { limit: '5' },
      ]) {
        // What a program in plain JavaScript may pass.
        const given = wrong as Parameters<typeof guardrails.update>[1];
        await assert.rejects(guardrails.update(made.id, given), TypeError, JSON.stringify(wrong));
      }
      await refused(guardrails.update(made.id, { name: 'a\u0007' }), /control character/);
      const elsewhere = { accountId: 'org_2' } as Parameters<typeof guardrails.update>[1];
      await refused(guardrails.update(made.id, elsewhere), /keeps its id and its account/);
      assert.deepEqual(await guardrails.show(made.id), changed);
    }));

  it('keep each of many changes at once', () =>
    within(async (stores) => {
      const { guardrails } = stores.admin;
      const { id } = await create(stores, { usd: '20' });
      const changes = [
        { name: 'calm' },
        { zdr: true },
        { usd: '7' },
        { reset: 'weekly' },
        { allowedModels: ['acme/quill'] },
        { allowedProviders: ['acme'] },
      ] as const;
      await Promise.all(changes.map((change) => guardrails.update(id, change)));
      const expected = { ...(await guardrails.show(id)) };
      for (const change of changes) Object.assign(expected, change);
      assert.deepEqual(await guardrails.show(id), expected);
    }));

  it('of keys are exported and imported as they are', () =>
    within(async (stores) => {
      const { guardrails } = stores.admin;
      const ids = [(await create(stores)).id, (await create(stores)).id];
      const keys = [await aKey(stores), await aKey(stores)];
      for (const guardrailId of ids) {
        for (const { hash: keyHash } of keys) {
          await guardrails.assign({ guardrailId, keyHash, assignedBy: 'user_2' });
        }
      }
      const all = await collect(guardrails.exportKeys());
      assert.deepEqual(
        all,
        (await guardrails.keys()).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      );
      for (const { id } of all) await guardrails.unassign(id);
      const [key] = keys;
      const found = async () => {
        const one = await stores.stores.keys.findByHash(key?.hash ?? '');
        return (await stores.stores.guardrails.of(one ?? assert.fail('no key'))).length;
      };
      assert.equal(await found(), 0);
      assert.equal(await guardrails.importKeys(all), 4);
      assert.equal(await found(), 2);
      assert.deepEqual(await collect(guardrails.exportKeys()), all);
      // Of the same key and guardrail, and of the same id, the last holds.
      const [first, second] = [all[0] ?? assert.fail(), all[1] ?? assert.fail()];
      await guardrails.importKeys([{ ...first, id: UNKNOWN }]);
      await guardrails.importKeys([{ ...second, guardrailId: UNKNOWN, keyHash: 'f'.repeat(64) }]);
      const left = (await collect(guardrails.exportKeys())).map(({ id }) => id);
      assert.deepEqual(left, all.map(({ id }) => (id === first.id ? UNKNOWN : id)).toSorted());
      const wrong = { ...first, createdAt: 'yesterday' };
      await refused(guardrails.importKeys([wrong]), /assignments\[0\], createdAt/);
      await assert.rejects(guardrails.importKeys([{ ...first, keyHash: 'x\0' }]), TypeError);
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
