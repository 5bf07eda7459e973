import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createGateway, createManualClock, hashKey, NO_LIMITS } from '@model-gateway/core';
import type { GatewayRequest } from '@model-gateway/core/http';
import { openStores, type KeyChange, type NewKey } from '@model-gateway/sql';
import { aRequest } from '../../../core/test/builders.ts';
import { collect } from '../support/collect.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const WORKSPACE_ID = '10000000-0000-4000-8000-000000000001';
const WANTED: NewKey = { label: 'one', userId: 'user_1', workspaceId: WORKSPACE_ID };

const listModels = (key: string): GatewayRequest =>
  aRequest('/models', { mount: '', headers: { authorization: `Bearer ${key}` } });

describe('administration of keys', () => {
  for (const [kind, form] of [
    ['inference', /^mg-v1-[0-9A-Za-z]{48}$/],
    ['management', /^mg-mgmt-v1-[0-9A-Za-z]{48}$/],
  ] as const) {
    it(`mints a key of kind ${kind}, whose text opens the gateway and is kept nowhere`, async () => {
      const stores = await openStores('sqlite::memory:');
      const { key, text } = await stores.admin.keys.create({ ...WANTED, kind });
      assert.match(text, form);
      assert.equal(key.hash, hashKey(text));
      const { handle } = createGateway({ stores: stores.stores });
      assert.equal((await handle(listModels(text)))?.status, 200);
      assert.ok(!JSON.stringify(await stores.admin.keys.show(key.hash)).includes(text));
      await stores.close();
    });
  }

  it('keeps the limits of a key, and changes those that are named', async () => {
    const { admin, close } = await openStores('sqlite::memory:');
    const limits = { usd: '20.00', reset: 'daily', requestsPerMinute: 60 } as const;
    const { key } = await admin.keys.create({ ...WANTED, limits });
    const made = { ...NO_LIMITS, ...limits, usd: '20' };
    assert.deepEqual(key.limits, made);
    await admin.keys.update(key.hash, { limits: { reset: null, tokensPerMinute: 1000 } });
    const changed = { ...made, reset: null, tokensPerMinute: 1000 };
    assert.deepEqual((await admin.keys.show(key.hash))?.limits, changed);
    for (const [wrong, message] of [
      [{ usd: 20 }, /limits: limits\.usd must be USD as plain digits .*, got 20$/],
      [{ limit: '1' }, /limits has usd, reset, .*, got "limit"$/],
      [null, /limits/],
    ] as const) {
      const change = { limits: wrong } as unknown as KeyChange;
      await assert.rejects(admin.keys.update(key.hash, change), message);
      await assert.rejects(async () => admin.keys.create({ ...WANTED, ...change }));
    }
    assert.deepEqual((await admin.keys.show(key.hash))?.limits, changed);
    await close();
  });

  it('changes members of a key, which its gateway knows at once', async () => {
    const stores = await openStores('sqlite::memory:');
    const { keys } = stores.admin;
    const { key, text } = await keys.create({ ...WANTED, allowedModels: ['acme/a'] });
    const { handle } = createGateway({ stores: stores.stores });
    assert.equal((await handle(listModels(text)))?.status, 200);
    assert.equal(await keys.update(key.hash, { label: 'two', allowedModels: null }), true);
    const { updatedAt, ...changed } = (await keys.show(key.hash)) ?? {};
    const { updatedAt: _never, ...made } = key;
    assert.deepEqual(changed, { ...made, label: 'two', allowedModels: null });
    assert.ok(Date.parse(updatedAt ?? '') >= Date.parse(key.createdAt));
    await keys.update(key.hash, { expiresAt: '2001-01-01T00:00:00Z', creditAccountId: 'acme' });
    assert.equal((await handle(listModels(text)))?.status, 401);
    assert.equal((await keys.show(key.hash))?.creditAccountId, 'acme');
    assert.equal(await keys.update('0'.repeat(64), { label: 'three' }), false);
    await stores.close();
  });

  it('refuses a change of nothing, of other members and to what a key may not hold', async () => {
    const stores = await openStores('sqlite::memory:');
    const { keys } = stores.admin;
    const { key } = await keys.create(WANTED);
    // Plain JavaScript may pass anything.
    const changes: readonly (readonly [change: object, says: RegExp])[] = [
      [{}, /^AdministrationError: nothing to change: name label/],
      [{ label: undefined }, /nothing to change/],
      [{ kind: 'management' }, /the change, kind/],
      [{ label: 'a\nb' }, /label holds the control character U\+000A/],
      [{ creditAccountId: '\0' }, /creditAccountId/],
      [{ expiresAt: 'soon' }, /the change, expiresAt/],
      [{ allowedModels: 'acme/a' }, /the change, allowedModels/],
    ];
    for (const [change, says] of changes) {
      await assert.rejects(keys.update(key.hash, change), says);
    }
    assert.deepEqual(await keys.show(key.hash), key);
    await stores.close();
  });

  it('refuses a disabled, revoked or deleted key at once', async () => {
    const stores = await openStores('sqlite::memory:');
    const { keys } = stores.admin;
    const { key, text } = await keys.create(WANTED);
    const { handle } = createGateway({ stores: stores.stores });
    const status = async () => (await handle(listModels(text)))?.status;
    assert.equal(await status(), 200);
    assert.equal(await keys.disable(key.hash), true);
    assert.equal(await status(), 401);
    assert.equal(await keys.enable(key.hash), true);
    assert.equal(await status(), 200);
    assert.equal(await keys.revoke(key.hash), true);
    assert.equal(await keys.enable(key.hash), false);
    assert.equal(await status(), 401);
    assert.equal(await keys.delete(key.hash), true);
    assert.equal(await keys.delete(key.hash), false);
    assert.equal(await status(), 401);
    await stores.close();
  });

  it('refuses the keys of a disabled workspace', async () => {
    const { admin, stores, close } = await openStores('sqlite::memory:');
    await admin.workspaces.create({ id: WORKSPACE_ID, accountId: 'org_1', name: 'First' });
    const { key } = await admin.keys.create(WANTED);
    assert.equal((await stores.keys.findByHash(key.hash))?.state, 'active');
    await admin.workspaces.disable(WORKSPACE_ID);
    assert.equal((await stores.keys.findByHash(key.hash))?.state, 'disabled');
    await admin.workspaces.enable(WORKSPACE_ID);
    assert.equal((await stores.keys.findByHash(key.hash))?.state, 'active');
    await assert.rejects(
      admin.workspaces.delete(WORKSPACE_ID),
      /still has keys: delete them first/,
    );
    await admin.keys.delete(key.hash);
    assert.equal(await admin.workspaces.delete(WORKSPACE_ID), true);
    await close();
  });

  it('shows another process a change within the polling interval', async (t) => {
    const folder = temporaryFolder();
    t.after(() => folder.remove());
    const clock = createManualClock(Date.UTC(2026, 0, 1));
    const here = await openStores(`sqlite:${folder.path}/a.db`, { clock });
    const there = await openStores(`sqlite:${folder.path}/a.db`, { clock });
    const { key } = await here.admin.keys.create(WANTED);
    assert.equal((await there.stores.keys.findByHash(key.hash))?.state, 'active');
    await here.admin.keys.disable(key.hash);
    clock.advance(100);
    assert.equal((await there.stores.keys.findByHash(key.hash))?.state, 'disabled');
    await here.close();
    await there.close();
  });

  it('writes when a key was last used, once a minute and not as part of a request', async () => {
    const clock = createManualClock(Date.UTC(2026, 0, 1));
    const { admin, stores, close } = await openStores('sqlite::memory:', { clock });
    const { key } = await admin.keys.create(WANTED);
    const lastUsed = async () => {
      // Written in turns of its own.
      for (let i = 0; i < 20; i++) await Promise.resolve();
      await new Promise((resolve) => setImmediate(resolve));
      return (await admin.keys.show(key.hash))?.lastUsedAt;
    };
    clock.advance(1000);
    await stores.keys.findByHash(key.hash);
    assert.equal(await lastUsed(), null);
    clock.advance(60_000);
    assert.equal(await lastUsed(), '2026-01-01T00:00:01.000Z');
    clock.advance(5000);
    await stores.keys.findByHash(key.hash);
    clock.advance(60_000);
    assert.equal(await lastUsed(), '2026-01-01T00:01:06.000Z');
    await close();
  });

  it('imports what was exported, and names what is wrong with what was not', async () => {
    const { admin, close } = await openStores('sqlite::memory:');
    const { key } = await admin.keys.create({ ...WANTED, allowedModels: ['a/1'] });
    const exported = await collect(admin.keys.export());
    assert.deepEqual(exported, [key]);
    await admin.keys.delete(key.hash);
    assert.equal(await admin.keys.import(exported), 1);
    assert.deepEqual(await admin.keys.show(key.hash), key);
    const broken = [key, { ...key, hash: 'ABC' }];
    await assert.rejects(admin.keys.import(broken), /keys\[1\], hash: expected 64 lower-case hex/);
    await close();
  });
});
