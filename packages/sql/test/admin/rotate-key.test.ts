import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { createGateway, createManualClock, hashKey, type RequestRecord } from '@model-gateway/core';
import { openStores, type NewKey } from '@model-gateway/sql';
import { aRequest } from '../../../core/test/builders.ts';
import { collect } from '../support/collect.ts';
import { describeOnEach } from '../support/databases.ts';

const HOUR_MS = 60 * 60 * 1000;
const WANTED: NewKey = {
  label: 'one',
  userId: 'user_1',
  workspaceId: '10000000-0000-4000-8000-000000000001',
};

/* A new text for a key that stays the same. Source: contract §19.4. */

describeOnEach('the rotation of a key', (newDatabase) => {
  const opened = async (t: TestContext) => {
    const clock = createManualClock(Date.UTC(2026, 0, 1));
    const location = await newDatabase();
    const { stores, admin, close } = await openStores(location, { clock });
    t.after(close);
    const records: RequestRecord[] = [];
    const { handle } = createGateway({
      stores,
      clock,
      onRequest: (record) => records.push(record),
    });
    const ask = async (text: string) => {
      const response = await handle(
        aRequest('/models/count', { mount: '', headers: { authorization: `Bearer ${text}` } }),
      );
      const record = records.pop();
      return { status: response?.status, record };
    };
    return { clock, location, admin, ask };
  };

  it('keeps the text before it for the grace, and the identity for good', async (t) => {
    const { clock, admin, ask } = await opened(t);
    const { key, text } = await admin.keys.create({ ...WANTED, limits: { usd: '5' } });
    assert.equal((await ask(text)).status, 200);
    const rotated = await admin.keys.rotate(key.hash, { graceSeconds: 3600 });
    assert.ok(rotated && rotated.text !== text);
    assert.match(rotated.text, /^mg-v1-[0-9A-Za-z]{48}$/);
    const { mask, updatedAt, texts, ...same } = rotated.key;
    const { mask: _mask, updatedAt: _updatedAt, texts: _texts, ...before } = key;
    assert.deepEqual(same, before);
    assert.equal(mask, `${rotated.text.slice(0, 9)}...${rotated.text.slice(-3)}`);
    assert.equal(updatedAt, '2026-01-01T00:00:00.000Z');
    assert.deepEqual(texts, [
      { digest: hashKey(rotated.text), endsAt: null },
      { digest: key.hash, endsAt: '2026-01-01T01:00:00.000Z' },
    ]);
    for (const known of [text, rotated.text]) {
      const { status, record } = await ask(known);
      assert.equal(status, 200);
      assert.equal(record?.caller?.keyHash, key.hash);
    }
    clock.advance(HOUR_MS - 1);
    assert.equal((await ask(text)).status, 200);
    clock.advance(1);
    const { status, record } = await ask(text);
    assert.equal(status, 401);
    assert.equal(record?.refusedKey?.problem, 'expired');
    assert.equal(record?.refusedKey?.key?.keyHash, key.hash);
    assert.equal((await ask(rotated.text)).status, 200);
    assert.ok(!JSON.stringify(await collect(admin.keys.export())).includes(rotated.text));
  });

  it('ends at once without a grace, and ends the text of an earlier rotation', async (t) => {
    const { admin, ask } = await opened(t);
    const { key, text: first } = await admin.keys.create(WANTED);
    const second = await admin.keys.rotate(key.hash, { graceSeconds: 3600 });
    const third = await admin.keys.rotate(key.hash, { graceSeconds: 0 });
    assert.equal((await ask(first)).status, 401);
    assert.equal((await ask(second?.text ?? '')).status, 401);
    assert.equal((await ask(third?.text ?? '')).status, 200);
    await admin.keys.disable(key.hash);
    assert.equal((await ask(third?.text ?? '')).status, 401);
  });

  it('hands out texts that work, also twice at the same moment', async (t) => {
    const { admin, ask } = await opened(t);
    const { key } = await admin.keys.create(WANTED);
    const rotate = () => admin.keys.rotate(key.hash, { graceSeconds: 3600 });
    for (const rotated of await Promise.all([rotate(), rotate()])) {
      assert.equal((await ask(rotated?.text ?? '')).status, 200);
    }
  });

  it('does not outlive the end of the key', async (t) => {
    const { clock, admin, ask } = await opened(t);
    const { key, text } = await admin.keys.create({
      ...WANTED,
      expiresAt: '2026-01-01T00:30:00.000Z',
    });
    const rotated = await admin.keys.rotate(key.hash, { graceSeconds: 3600 });
    clock.advance(HOUR_MS / 2);
    assert.equal((await ask(text)).status, 401);
    assert.equal((await ask(rotated?.text ?? '')).status, 401);
  });

  it('is of no key that is not there', async (t) => {
    const { admin } = await opened(t);
    for (const hash of ['0'.repeat(64), '', '\0']) {
      assert.equal(await admin.keys.rotate(hash, { graceSeconds: 0 }), undefined);
    }
  });

  it('stays when the key is imported by what does not tell its texts', async (t) => {
    const { admin, ask } = await opened(t);
    const { key, text } = await admin.keys.create(WANTED);
    const rotated = await admin.keys.rotate(key.hash, { graceSeconds: 0 });
    const { texts: _texts, mask: _mask, ...told } = key;
    await admin.keys.import([{ ...told, label: 'two' }]);
    const { label, mask, texts } = (await admin.keys.show(key.hash)) ?? {};
    assert.deepEqual([label, mask, texts], ['two', rotated?.key.mask, rotated?.key.texts]);
    assert.equal((await ask(text)).status, 401);
    assert.equal((await ask(rotated?.text ?? '')).status, 200);
  });

  it('is exported and imported with the key', async (t) => {
    const { admin, ask } = await opened(t);
    const { key, text } = await admin.keys.create(WANTED);
    const rotated = await admin.keys.rotate(key.hash, { graceSeconds: 3600 });
    const exported = await collect(admin.keys.export());
    await admin.keys.delete(key.hash);
    assert.equal((await ask(rotated?.text ?? '')).status, 401);
    await admin.keys.import(exported);
    assert.deepEqual(await collect(admin.keys.export()), exported);
    assert.equal((await ask(rotated?.text ?? '')).status, 200);
    assert.equal((await ask(text)).status, 200);
  });
});
