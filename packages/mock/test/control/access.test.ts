import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway, startMockGateway } from '@model-gateway/mock';
import { control } from './control-call.ts';

const TOKEN = 'a-token-for-tests';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function statusOf(
  gateway: Parameters<typeof control>[0],
  headers: Readonly<Record<string, string>>,
) {
  const { status, value } = await control(gateway, 'GET /tenants', { headers });
  return [status, value?.error?.metadata?.diagnostic];
}

describe('the control interface', () => {
  it('is not there unless it is asked for, where there is no port', async () => {
    await assert.rejects(control(createMockGateway(), 'GET /tenants'), /was not answered/);
    const gateway = createMockGateway({ control: true });
    assert.deepEqual(await statusOf(gateway, {}), [200, undefined]);
    assert.equal(gateway.controlToken, undefined);
  });

  it('is there on a port, unless it is switched off', async () => {
    await using on = await startMockGateway();
    assert.equal((await fetch(`${on.url}/__gateway/tenants`)).status, 200);
    await using off = await startMockGateway({ control: false, unhandled: 'ignore' });
    assert.equal((await fetch(`${off.url}/__gateway/tenants`)).status, 404);
  });

  for (const [host, isIn] of [
    ['127.0.0.1:4010', true],
    ['127.8.9.1', true],
    ['localhost:4010', true],
    ['LOCALHOST', true],
    ['mock.localhost:4010', true],
    ['[::1]:4010', true],
    ['evil.example:4010', false],
    ['127.0.0.1.evil.example', false],
    ['localhost.evil.example:4010', false],
    ['10.0.0.1:4010', false],
    ['', false],
  ] as const) {
    it(`${isIn ? 'lets' : 'does not let'} requests for the host "${host}" in without a token`, async () => {
      const gateway = createMockGateway({ control: true });
      const expected = isIn ? [200, undefined] : [403, 'GW1603'];
      assert.deepEqual(await statusOf(gateway, { host }), expected);
    });
  }

  it('does not let pages of other origins in, with or without a token', async () => {
    const open = createMockGateway({ control: true });
    const guarded = createMockGateway({ control: { token: TOKEN } });
    for (const origin of ['https://evil.example', 'http://127.0.0.1:5173', 'null']) {
      assert.deepEqual(await statusOf(open, { origin }), [403, 'GW1602'], origin);
      assert.deepEqual(await statusOf(guarded, { origin, ...bearer(TOKEN) }), [403, 'GW1602']);
    }
  });

  it('tells pages of other origins nothing', async () => {
    const gateway = createMockGateway({ control: true });
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    for (const line of ['GET /tenants', 'OPTIONS /tenants']) {
      const response = await control(gateway, line, { headers });
      assert.equal(response.status, 403);
      assert.equal(response.headers['access-control-allow-origin'], undefined);
    }
  });

  it('lets pages in that the gateway serves itself', async () => {
    const gateway = createMockGateway({ control: true });
    const own = { host: 'localhost:5173', origin: 'http://localhost:5173' };
    assert.deepEqual(await statusOf(gateway, own), [200, undefined]);
  });

  it('does not let pages in whose name was made to lead here', async () => {
    const gateway = createMockGateway({ control: true });
    const rebound = { host: 'evil.example:4010', origin: 'http://evil.example:4010' };
    assert.deepEqual(await statusOf(gateway, rebound), [403, 'GW1603']);
  });

  it('lets pages of named origins in, and answers them so that they can read', async () => {
    const origin = 'http://localhost:5173';
    const gateway = createMockGateway({ control: { token: TOKEN, origins: [origin] } });
    const asked = { origin, 'access-control-request-method': 'POST' };
    const preflight = await control(gateway, 'OPTIONS /tenants', { headers: asked });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers['access-control-allow-origin'], origin);
    assert.match(preflight.headers['access-control-allow-headers'] ?? '', /authorization/);
    for (const headers of [{ origin, ...bearer(TOKEN) }, { origin }]) {
      const response = await control(gateway, 'GET /tenants', { headers });
      assert.equal(response.headers['access-control-allow-origin'], origin);
      assert.equal(response.headers['vary'], 'origin');
    }
    assert.deepEqual(await statusOf(gateway, { origin }), [401, 'GW1601']);
  });

  it('wants its token from everybody, and then knows no wrong host', async () => {
    const gateway = createMockGateway({ control: { token: TOKEN } });
    assert.equal(gateway.controlToken, TOKEN);
    assert.deepEqual(await statusOf(gateway, {}), [401, 'GW1601']);
    for (const wrong of ['', 'a-token', `${TOKEN}s`, TOKEN.toUpperCase(), gateway.apiKey]) {
      assert.deepEqual(await statusOf(gateway, bearer(wrong)), [401, 'GW1601'], wrong);
    }
    const { headers, value } = await control(gateway, 'GET /tenants', { headers: bearer('no') });
    assert.equal(headers['www-authenticate'], 'Bearer');
    assert.match(value.error.message, /^The control token is wrong: send it as/);
    assert.deepEqual(await statusOf(gateway, { host: 'ci.example', ...bearer(TOKEN) }), [
      200,
      undefined,
    ]);
  });

  it('mints a token beyond loopback, another one each time', async () => {
    await using one = await startMockGateway({ host: '0.0.0.0' });
    await using other = await startMockGateway({ host: '0.0.0.0' });
    assert.match(one.controlToken ?? '', /^mg-control-[0-9a-f]{48}$/);
    assert.notEqual(one.controlToken, other.controlToken);
    const url = `http://127.0.0.1:${one.port}/__gateway/tenants`;
    assert.equal((await fetch(url)).status, 401);
    assert.equal((await fetch(url, { headers: bearer(one.controlToken ?? '') })).status, 200);
  });

  it('has no token on loopback, unless one is given', async () => {
    await using open = await startMockGateway({ host: 'localhost' });
    assert.equal(open.controlToken, undefined);
    await using guarded = await startMockGateway({ control: { token: TOKEN } });
    assert.equal((await fetch(`${guarded.url}/__gateway/tenants`)).status, 401);
  });

  it('refuses a token that is none', () => {
    for (const token of ['short', 'has a space in it', 'ünïcödé-tökén']) {
      assert.throws(() => createMockGateway({ control: { token } }), { code: 'GW1604' });
    }
  });
});
