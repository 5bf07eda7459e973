import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryModelStore, hashKey, NO_LIMITS } from '@model-gateway/core';
import { ORGANIZATION } from '../admin-builders.ts';
import { envelopeOf, aKey, NOW } from '../builders.ts';
import { aKeyScene, CREDITS, SECOND, WORKSPACE, type KeyScene } from './key-builders.ts';

/* Keys over HTTP, for one account. Source: contract §19. */

const MADE = new Date(NOW).toISOString();

async function refusal(scene: KeyScene, status: number, ...sent: Parameters<KeyScene['send']>) {
  const answer = await scene.send(...sent);
  assert.equal(answer.status, status, answer.text);
  return { ...envelopeOf(answer).error, headers: answer.headers };
}

describe('POST /keys (contract §19.1)', () => {
  it('makes a key that works at once, and shows its text this once', async () => {
    const scene = aKeyScene();
    const { text, hash, key } = await scene.make({ name: 'CI' });
    assert.match(text, /^mg-v1-[0-9A-Za-z]{48}$/);
    assert.deepEqual(key, {
      hash: hashKey(text),
      name: 'CI',
      label: `${text.slice(0, 9)}...${text.slice(-3)}`,
      is_management_key: false,
      disabled: false,
      limit: null,
      limit_remaining: null,
      limit_reset: null,
      include_byok_in_limit: false,
      usage: 0,
      usage_daily: 0,
      usage_weekly: 0,
      usage_monthly: 0,
      byok_usage: 0,
      byok_usage_daily: 0,
      byok_usage_weekly: 0,
      byok_usage_monthly: 0,
      workspace_id: WORKSPACE,
      creator_user_id: 'user_1',
      external_user: null,
      created_at: MADE,
      updated_at: null,
      expires_at: null,
    });
    assert.equal((await scene.send('GET', '/models', undefined, text)).status, 200);
    assert.ok(!JSON.stringify(scene.store.contents()).includes(text));
    assert.deepEqual(await scene.data(200, 'GET', `/keys/${hash}`), key);
  });

  it('gives the new key the account, the credits and the models of the calling one', async () => {
    const scene = aKeyScene();
    scene.store.put(
      aKey({
        text: 'limited',
        kind: 'management',
        organizationId: ORGANIZATION,
        userId: 'user_3',
        workspaceId: WORKSPACE,
        creditAccountId: CREDITS,
        allowedModels: ['acme/a'],
        limits: { ...NO_LIMITS, requestsPerMinute: 5 },
      }),
    );
    const { hash } = await scene.make({}, 'limited');
    const stored = await scene.store.findByHash(hash);
    assert.equal(stored?.kind, 'inference');
    assert.equal(stored.userId, 'user_3');
    assert.equal(stored.organizationId, ORGANIZATION);
    assert.equal(stored.creditAccountId, CREDITS);
    assert.deepEqual(stored.allowedModels, ['acme/a']);
    assert.deepEqual(stored.limits, NO_LIMITS);
  });

  it('keeps limits exactly, and an end', async () => {
    const scene = aKeyScene();
    const body = { limit: 0.1, limit_reset: 'daily', expires_at: '2027-01-31T12:00:00Z' };
    const { hash, key } = await scene.make({ ...body, include_byok_in_limit: true });
    assert.deepEqual(
      [key['limit'], key['limit_remaining'], key['limit_reset']],
      [0.1, 0.1, 'daily'],
    );
    assert.equal(key['expires_at'], body.expires_at);
    assert.equal(key['include_byok_in_limit'], false);
    const stored = await scene.store.findByHash(hash);
    assert.deepEqual(stored?.limits, { ...NO_LIMITS, usd: '0.1', reset: 'daily' });
  });

  it('counts the characters of a name, not their halves', async () => {
    const name = '🐼'.repeat(255);
    assert.equal((await aKeyScene().make({ name })).key['name'], name);
  });

  it('takes null for what is not set, and another user of the organization', async () => {
    const nothing = { limit: null, limit_reset: null, expires_at: null, creator_user_id: null };
    assert.equal((await aKeyScene().make(nothing)).key['creator_user_id'], 'user_1');
    const { key } = await aKeyScene().make({ creator_user_id: 'user_9' });
    assert.equal(key['creator_user_id'], 'user_9');
  });

  for (const [body, path, says] of [
    [{ name: undefined }, 'name', /name is required/],
    [{ name: '' }, 'name', /1 to 255 characters in one line/],
    [{ name: 'a\nb' }, 'name', /1 to 255 characters/],
    [{ name: 'a\u202eb' }, 'name', /1 to 255 characters/],
    [{ name: 'x'.repeat(256) }, 'name', /1 to 255 characters/],
    [{ name: '🐼'.repeat(256) }, 'name', /1 to 255 characters/],
    [{ limit: -1 }, 'limit', /limit must be a number from 0/],
    [{ limit: 1e300 }, 'limit', /limit/],
    [{ limit: 1e-19 }, 'limit', /at most 18 decimal places/],
    [{ limit: '20' }, 'limit', /limit must be a number/],
    [{ limit_reset: 'hourly' }, 'limit_reset', /one of daily, weekly, monthly/],
    [{ expires_at: '2027-01-31T12:00:00+01:00' }, 'expires_at', /a time in UTC with seconds/],
    [{ expires_at: '2027-01-31T12:00Z' }, 'expires_at', /a time in UTC with seconds/],
    [{ expires_at: '2027-02-30T12:00:00Z' }, 'expires_at', /a day of the calendar/],
    [{ expires_at: MADE }, 'expires_at', /must be later than now/],
    [{ workspace_id: 'seven' }, 'workspace_id', /must be a UUID/],
    [{ external: { user: 'x' } }, 'external', /is not supported: this gateway mints/],
  ] as const) {
    it(`is a 400 for ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const { message, metadata } = await refusal(aKeyScene(), 400, 'POST', '/keys', {
        name: 'CI',
        ...body,
      });
      assert.match(message, says);
      assert.deepEqual(
        metadata?.issues?.map((issue) => issue.path),
        [path],
      );
    });
  }

  it('does not repeat a key that is sent along', async () => {
    const secret = 'partner-key-of-32-characters-4711';
    const body = { name: 'CI', external: { user: 'x', api_key: secret } };
    const answer = await aKeyScene().send('POST', '/keys', body);
    assert.equal(answer.status, 400);
    assert.ok(!answer.text.includes(secret));
  });

  it('is a 409 for a key without a credit account, whose keys would be free', async () => {
    const scene = aKeyScene();
    const broke = aKey({ text: 'broke', kind: 'management', organizationId: ORGANIZATION });
    scene.store.put(broke);
    const sent = ['POST', '/keys', { name: 'CI' }, 'broke'] as const;
    const { message, headers } = await refusal(scene, 409, ...sent);
    assert.match(message, /^Resource conflict: the calling key has no credit account/);
    assert.equal(headers['x-should-retry'], 'false');
    const free = aKeyScene({ inference: {} });
    free.store.put(broke);
    const { hash } = await free.make({}, 'broke');
    assert.equal((await free.store.findByHash(hash))?.creditAccountId, null);
  });

  it('is a 409 in a workspace with 10,000 keys, disabled ones included', async () => {
    const { store } = aKeyScene();
    let totalCount = 9999;
    const keys: typeof store = {
      ...store,
      list: async ({ includeDisabled }) => ({
        items: [],
        totalCount: includeDisabled ? totalCount : 1,
      }),
    };
    const scene = aKeyScene({ stores: { models: createMemoryModelStore([]), keys } });
    await scene.make();
    totalCount++;
    const { message } = await refusal(scene, 409, 'POST', '/keys', { name: 'CI' }, 'admin');
    assert.match(message, /^Resource conflict: the workspace has 10000 keys or more/);
  });
});

describe('GET /keys (contract §19.1)', () => {
  it('lists the keys of the workspace, the newest first, in pages, disabled ones on demand', async () => {
    const scene = aKeyScene();
    const names = ['one', 'two', 'three'];
    for (const name of names) {
      scene.clock.advance(1000);
      await scene.make({ name });
    }
    const list = async (search: string) => {
      const { status, text } = await scene.send('GET', `/keys${search}`);
      assert.equal(status, 200, text);
      const { data, total_count } = JSON.parse(text) as {
        data: { name: string }[];
        total_count: number;
      };
      return [data.map(({ name }) => name), total_count] as const;
    };
    const [all, total] = await list('');
    assert.deepEqual(all.slice(0, 3), names.toReversed());
    assert.equal(total, 5, 'two of the callers are of this workspace, too');
    assert.deepEqual(await list('?offset=1&limit=1'), [['two'], 5]);
    const { hash } = await scene.make({ name: 'four' });
    await scene.data(200, 'PATCH', `/keys/${hash}`, { disabled: true });
    assert.equal((await list(''))[1], 5);
    assert.equal((await list('?include_disabled=false'))[1], 5);
    assert.equal((await list('?include_disabled=true'))[1], 6);
    assert.deepEqual(await list(`?workspace_id=${SECOND.toUpperCase()}`), [['test key'], 1]);
  });

  for (const query of ['offset=-1', 'limit=101', 'include_disabled=1', 'workspace_id=1']) {
    it(`is a 400 for ${query}`, async () => {
      await refusal(aKeyScene(), 400, 'GET', `/keys?${query}`);
    });
  }
});

describe('PATCH /keys/{hash} (contract §19.1)', () => {
  for (const member of [
    'hash',
    'workspace_id',
    'creator_user_id',
    'created_at',
    'updated_at',
    'expires_at',
  ]) {
    it(`is a 400 for ${member}, which it does not change`, async () => {
      const scene = aKeyScene();
      const { hash, key } = await scene.make();
      const sent = ['PATCH', `/keys/${hash}`, { name: 'renamed', [member]: key[member] }] as const;
      const { message } = await refusal(scene, 400, ...sent);
      assert.match(message, new RegExp(`${member} is read-only, so leave it out`));
      assert.deepEqual(await scene.data(200, 'GET', `/keys/${hash}`), key);
    });
  }

  it('changes what is sent, at once, and leaves the rest', async () => {
    const scene = aKeyScene();
    const { text, hash, key } = await scene.make({ limit: 20, limit_reset: 'weekly' });
    const path = `/keys/${hash}`;
    scene.clock.advance(1000);
    const updated_at = new Date(NOW + 1000).toISOString();
    const renamed = { ...key, name: 'renamed', updated_at };
    assert.deepEqual(await scene.data(200, 'PATCH', path, { name: 'renamed' }), renamed);
    const off = await scene.data(200, 'PATCH', path, { disabled: true, limit: null });
    const open = { limit: null, limit_remaining: null };
    assert.deepEqual(off, { ...renamed, ...open, disabled: true });
    assert.equal((await scene.send('GET', '/models', undefined, text)).status, 401);
    await scene.data(200, 'PATCH', path, { disabled: false, limit_reset: null });
    assert.equal((await scene.send('GET', '/models', undefined, text)).status, 200);
    assert.deepEqual(await scene.data(200, 'GET', path), {
      ...renamed,
      ...open,
      limit_reset: null,
    });
  });

  it('changes nothing for an empty body, not even the time', async () => {
    const scene = aKeyScene();
    const { hash, key } = await scene.make();
    scene.clock.advance(1000);
    assert.deepEqual(await scene.data(200, 'PATCH', `/keys/${hash}`, {}), key);
  });

  it('is a 409 for a key that would disable itself, and for one that was revoked', async () => {
    const scene = aKeyScene();
    const own = await refusal(scene, 409, 'PATCH', `/keys/${hashKey('admin')}`, { disabled: true });
    assert.equal(own.message, 'Resource conflict: a key cannot disable itself');
    assert.equal(own.headers['x-should-retry'], 'false');
    await scene.data(200, 'PATCH', `/keys/${hashKey('admin')}`, { name: 'me', disabled: false });
    scene.store.put(aKey({ text: 'gone', organizationId: ORGANIZATION, state: 'revoked' }));
    const back = await refusal(scene, 409, 'PATCH', `/keys/${hashKey('gone')}`, {
      disabled: false,
    });
    assert.match(back.message, /revoked for good/);
  });

  for (const [path, body] of [
    [`/keys/${hashKey('admin')}`, { name: '' }],
    [`/keys/${hashKey('admin')}`, { disabled: 'yes' }],
    [`/keys/${hashKey('admin')}`, { limit: -1 }],
    ['/keys/abc', {}],
  ] as const) {
    it(`is a 400 for ${JSON.stringify(body)} at ${path.slice(0, 12)}`, async () => {
      await refusal(aKeyScene(), 400, 'PATCH', path, body);
    });
  }
});

describe('DELETE /keys/{hash} (contract §19.1)', () => {
  it('ends a key for good', async () => {
    const scene = aKeyScene();
    const { text, hash } = await scene.make();
    const path = `/keys/${hash}`;
    const answer = await scene.send('DELETE', path);
    assert.deepEqual([answer.status, answer.text], [200, '{"deleted":true}']);
    assert.equal((await scene.send('GET', '/models', undefined, text)).status, 401);
    for (const method of ['GET', 'DELETE']) await refusal(scene, 404, method, path);
    await refusal(scene, 404, 'PATCH', path, { name: 'x' });
  });

  it('is a 409 for the calling key', async () => {
    const scene = aKeyScene();
    const { message } = await refusal(scene, 409, 'DELETE', `/keys/${hashKey('admin')}`);
    assert.equal(message, 'Resource conflict: a key cannot delete itself');
    assert.equal((await scene.send('GET', '/keys')).status, 200);
  });
});

describe('a gateway whose keys are administered elsewhere (contract §19.1)', () => {
  const { findByHash } = aKeyScene().store;
  const hash = hashKey('admin');
  for (const [method, path, body] of [
    ['GET', '/keys'],
    ['POST', '/keys', { name: 'CI' }],
    ['GET', `/keys/${hash}`],
    ['PATCH', `/keys/${hash}`, {}],
    ['DELETE', `/keys/${hashKey('other')}`],
  ] as const) {
    it(`answers ${method} ${path.slice(0, 9)} with a 404`, async () => {
      const scene = aKeyScene({ stores: { models: MODELS, keys: { findByHash } } });
      await refusal(scene, 404, method, path, body);
    });
  }

  it('shows the calling key all the same', async () => {
    const scene = aKeyScene({ stores: { models: MODELS, keys: { findByHash } } });
    assert.equal((await scene.data(200, 'GET', '/key'))['label'], 'mg-mgmt-v1-...');
  });
});

const MODELS = {
  revision: async () => 'r1',
  snapshot: async () => ({ entries: [], revision: 'r1' }),
};
