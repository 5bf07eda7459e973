import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createMockGateway,
  destination,
  member,
  model,
  type NewTenantOptions,
  startMockGateway,
} from '@model-gateway/mock';
import { serve } from '@model-gateway/node';
import { ask } from '../ask.ts';

const total = async (gateway: Parameters<typeof ask>[0]) =>
  (await ask(gateway, 'GET /v1/models?output_modalities=all')).value.total_count;

const QUILL = model({ id: 'acme/quill-9' });

describe('a tenant', () => {
  it('answers requests with its key', async () => {
    const gateway = createMockGateway();
    const tenant = gateway.tenant({ models: [QUILL] });
    const byKey = (key: string) =>
      ask(gateway, 'GET /v1/models?output_modalities=all', { key }).then(
        ({ value }) => value.total_count,
      );
    assert.deepEqual([await byKey(tenant.apiKey), await byKey(gateway.apiKey)], [1, 400]);
  });

  it('names the bare host for clients that add /v1 themselves', async () => {
    await using gateway = await startMockGateway({ world: 'tiny' });
    const t = gateway.tenant();
    assert.equal(t.url, gateway.url);
    assert.equal(`${t.url}/v1`, t.baseURL);
    assert.equal(createMockGateway().tenant().url, '');
  });

  it('answers requests under its prefix, whatever their key', async () => {
    const gateway = createMockGateway({ basePath: '/api/v1' });
    const tenant = gateway.tenant({ id: 'checkout', models: [QUILL] });
    assert.equal(tenant.anyKeyURL, '/t/checkout/api/v1');
    for (const key of ['sk-hard-coded', gateway.apiKey, tenant.apiKey]) {
      const { value } = await ask(gateway, `GET ${tenant.anyKeyURL}/models`, { key });
      assert.equal(value.total_count, 1, key);
    }
    const { status } = await ask(gateway, `GET ${tenant.anyKeyURL}/models`, { key: null });
    assert.equal(status, 401);
  });

  it('answers management operations under its prefix, too', async () => {
    const gateway = createMockGateway();
    const { anyKeyURL } = gateway.tenant({ members: [member({ id: 'user_ada' })] });
    const { value } = await ask(gateway, `GET ${anyKeyURL}/organization/members`, { key: 'any' });
    assert.equal(value.total_count, 1);
  });

  it('takes any key also when its host mounts it at the root', async () => {
    const tenant = createMockGateway({ basePath: '' }).tenant({ models: [QUILL] });
    await using server = await serve(tenant.handle);
    const headers = { authorization: 'Bearer sk-hard-coded' };
    const response = await fetch(`${server.url}/models`, { headers });
    assert.equal((await response.json()).total_count, 1);
  });

  it('answers 401 to a key without a tenant', async () => {
    const gateway = createMockGateway();
    gateway.tenant();
    const { status, value } = await ask(gateway, 'GET /v1/models', { key: 'mg-v1-unknown' });
    assert.equal(status, 401);
    assert.equal(value.error.message, 'Invalid API key');
    assert.deepEqual(value.error.metadata, {
      hint: 'no tenant of this mock gateway has this key',
    });
  });

  it('answers 404 to an unknown tenant', async () => {
    const gateway = createMockGateway();
    gateway.tenant({ id: 'checkout' });
    const { status, value } = await ask(gateway, 'GET /t/chekout/v1/models');
    assert.equal(status, 404);
    assert.match(value.error.message, /there is no tenant "chekout" .*; did you mean "checkout"\?/);
    const named = { headers: { 'x-request-id': 'req-1' } };
    const { headers } = await ask(gateway, 'GET /t/chekout/v1/models', named);
    assert.equal(headers['x-request-id'], 'req-1');
  });

  it('rejects rules once it is closed, even from a builder made earlier', async () => {
    const gateway = createMockGateway();
    const tenant = gateway.tenant({ id: 'checkout' });
    const before = tenant.on('createImage');
    await tenant.close();
    const message =
      'the tenant "checkout" is closed, so this rule would never meet a request: add it before close() [GW1110]';
    for (const add of [
      () => tenant.on('createImage'),
      () => tenant.route('POST', '/moderations'),
      () => tenant.use(),
      () => before.fail(529),
      () => before.stream(),
    ]) {
      assert.throws(add, { code: 'GW1110', message });
    }
    assert.deepEqual(tenant.rules(), []);
    await gateway.close();
  });

  it('frees its id and keys when it is closed, and answers late requests with the reason', async () => {
    const gateway = createMockGateway();
    const tenant = gateway.tenant({ id: 'checkout', apiKey: 'mine' });
    await tenant.close();
    await tenant.close();
    const byKey = await ask(gateway, 'GET /v1/models', { key: 'mine' });
    assert.match(
      byKey.value.error.metadata.hint,
      /the key was that of the tenant "checkout", which is closed/,
    );
    const byPrefix = await ask(gateway, 'GET /t/checkout/v1/models');
    assert.equal(byPrefix.status, 404);
    assert.match(byPrefix.value.error.message, /the tenant "checkout" is closed/);

    const next = gateway.tenant({ id: 'checkout', apiKey: 'mine' });
    await tenant.close();
    assert.equal((await ask(gateway, 'GET /v1/models', { key: 'mine' })).status, 200);
    await next.close();
  });

  it('has keys that depend on seed and id only', () => {
    const keys = (seed: number, id: string) => createMockGateway({ seed }).tenant({ id }).keys;
    assert.deepEqual(keys(1, 'a'), keys(1, 'a'));
    const all = [keys(1, 'a'), keys(1, 'b'), keys(2, 'a')].flatMap((each) => Object.values(each));
    assert.equal(new Set(all).size, all.length);
  });

  it('is given an unused id', () => {
    const gateway = createMockGateway();
    gateway.tenant({ id: 't2' });
    assert.deepEqual([gateway.tenant().id, gateway.tenant().id], ['t1', 't3']);
  });

  it('inherits the options of its gateway, unless it sets them', async () => {
    const gateway = createMockGateway({ world: 'tiny', credits: 3, clock: 'frozen' });
    const [like, other] = [gateway.tenant(), gateway.tenant({ credits: 1, clock: 'flowing' })];
    assert.deepEqual([await total(like), like.credits(), like.clock.mode], [25, '3', 'frozen']);
    assert.deepEqual([await total(other), other.credits(), other.clock.mode], [25, '1', 'flowing']);
  });

  for (const [options, code, says] of [
    [{ id: 'draws an image' }, 'GW1101', /got "draws an image"; how about "draws-an-image"\?/],
    [{ id: '../x' }, 'GW1101', /must be 1 to 64 letters, digits/],
    [{ id: '' }, 'GW1101', /got ""/],
    [{ id: 'main' }, 'GW1102', /there is already a tenant "main"/],
    [
      { apiKey: 'taken' },
      'GW1103',
      /the inference key of tenant "t1" already belongs to tenant "main"/,
    ],
    [{ apiKey: 'has space' }, 'GW1104', /apiKey must be 1 to 8192 visible ASCII characters/],
    [{ apiKey: 'same', managementKey: 'same' }, 'GW1104', /must be different keys/],
    [{ credits: -1 }, 'GW1105', /credits must be USD, such as 5 or "0\.25", got -1/],
    [{ credits: 'lots' }, 'GW1105', /got "lots"/],
    [{ rateLimit: { limit: 1, windowSeconds: 0 } }, 'GW1105', /such as \{ limit: 10, windowSec/],
    [{ models: [QUILL, QUILL] }, 'GW1705', /models\[0\] and models\[1\] have the same id, "acme\//],
    [{ destinations: [destination(), destination()] }, 'GW1705', /destinations\[0\] and/],
    [{ models: [QUILL.model] }, 'GW1706', /models\[0\] was not made by model\(\)/],
    [{ members: [{ id: 'user_ada' }] }, 'GW1706', /make it with member\(\{ … \}\)/],
  ] as const) {
    it(`is refused with ${JSON.stringify(options).slice(0, 60)}`, () => {
      const gateway = createMockGateway({ apiKey: 'taken' });
      // Some of these come from JavaScript only.
      const add = () => gateway.tenant(options as NewTenantOptions);
      assert.throws(add, { code, message: says });
      assert.throws(add, { message: new RegExp(`\\[${code}\\]$`) });
    });
  }

  it('leaves no trace when it is refused', () => {
    const gateway = createMockGateway();
    assert.throws(() => gateway.tenant({ id: 'a', managementKey: gateway.managementKey }));
    assert.equal(gateway.tenant({ id: 'a' }).id, 'a');
  });
});
