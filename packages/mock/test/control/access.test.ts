import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway, startMockGateway, type MockGateway } from '@model-gateway/mock';
import { control } from './control-call.ts';

const TOKEN = 'a-token-for-tests';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const own = ({ controlToken }: MockGateway) => bearer(controlToken ?? '');
const NO_TOKEN = { authorization: '' };

async function statusOf(
  gateway: Parameters<typeof control>[0],
  headers: Readonly<Record<string, string>>,
) {
  const { status, value } = await control(gateway, 'GET /tenants', { headers });
  return [status, value?.error?.metadata?.diagnostic];
}

describe('the control interface', () => {
  it('is off by default for a gateway without a port', async () => {
    await assert.rejects(control(createMockGateway(), 'GET /tenants'), /was not answered/);
    const gateway = createMockGateway({ control: true });
    assert.deepEqual(await statusOf(gateway, {}), [200, undefined]);
  });

  it('is on for a gateway with a port, unless it is switched off', async () => {
    await using on = await startMockGateway();
    assert.equal((await fetch(`${on.url}/__gateway/tenants`)).status, 200);
    await using off = await startMockGateway({ control: false, unhandled: 'ignore' });
    assert.equal((await fetch(`${off.url}/__gateway/tenants`)).status, 404);
  });

  it('requires a token when a host owns the socket, whatever the request says', async () => {
    const gateway = createMockGateway({ control: true });
    assert.match(gateway.controlToken ?? '', /^mg-control-[0-9a-f]{48}$/);
    for (const host of ['127.0.0.1:4010', 'localhost', '[::1]', 'evil.example']) {
      assert.deepEqual(await statusOf(gateway, { host, ...NO_TOKEN }), [401, 'GW1601'], host);
      assert.deepEqual(await statusOf(gateway, { host, ...own(gateway) }), [200, undefined]);
    }
  });

  it('answers under host names of this machine only, without a token', async () => {
    await using gateway = await startMockGateway({ allowedHosts: ['gateway.test'] });
    assert.deepEqual(await statusOf(gateway, { host: 'localhost', ...NO_TOKEN }), [200, undefined]);
    const named = { host: 'gateway.test', ...NO_TOKEN };
    assert.deepEqual(await statusOf(gateway, named), [403, 'GW1603']);
  });

  it('refuses pages of other origins, with or without a token', async () => {
    await using open = await startMockGateway();
    const guarded = createMockGateway({ control: { token: TOKEN } });
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'http://127.0.0.1:5173' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const asked = JSON.stringify(headers);
      assert.deepEqual(await statusOf(open, { ...headers, ...NO_TOKEN }), [403, 'GW1602'], asked);
      assert.deepEqual(await statusOf(guarded, { ...headers, ...bearer(TOKEN) }), [403, 'GW1602']);
    }
  });

  it('reveals nothing to pages of other origins', async () => {
    const gateway = createMockGateway({ control: true });
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    for (const line of ['GET /tenants', 'OPTIONS /tenants']) {
      const response = await control(gateway, line, { headers });
      assert.equal(response.status, 403);
      assert.equal(response.headers['access-control-allow-origin'], undefined);
    }
  });

  it('accepts pages that the gateway serves itself', async () => {
    await using gateway = await startMockGateway();
    const page = { host: 'localhost:5173', origin: 'http://localhost:5173', ...NO_TOKEN };
    assert.deepEqual(await statusOf(gateway, page), [200, undefined]);
  });

  it('accepts pages of named origins, with CORS headers', async () => {
    const origin = 'http://localhost:5173';
    const gateway = createMockGateway({ control: { token: TOKEN, origins: [origin] } });
    const asked = { origin, 'access-control-request-method': 'POST' };
    const preflight = await control(gateway, 'OPTIONS /tenants', { headers: asked });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers['access-control-allow-origin'], origin);
    assert.match(preflight.headers['access-control-allow-headers'] ?? '', /authorization/);
    for (const headers of [{ origin }, { origin, ...NO_TOKEN }]) {
      const response = await control(gateway, 'GET /tenants', { headers });
      assert.equal(response.headers['access-control-allow-origin'], origin);
      assert.equal(response.headers['vary'], 'origin');
    }
    assert.deepEqual(await statusOf(gateway, { origin, ...NO_TOKEN }), [401, 'GW1601']);
  });

  it('requires its token from every caller, and then accepts any host name', async () => {
    const gateway = createMockGateway({ control: { token: TOKEN } });
    assert.equal(gateway.controlToken, TOKEN);
    assert.deepEqual(await statusOf(gateway, NO_TOKEN), [401, 'GW1601']);
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

  it('mints a new token when it listens beyond loopback', async () => {
    await using one = await startMockGateway({ host: '0.0.0.0' });
    await using other = await startMockGateway({ host: '0.0.0.0' });
    assert.match(one.controlToken ?? '', /^mg-control-[0-9a-f]{48}$/);
    assert.notEqual(one.controlToken, other.controlToken);
    const url = `http://127.0.0.1:${one.port}/__gateway/tenants`;
    assert.equal((await fetch(url)).status, 401);
    assert.equal((await fetch(url, { headers: bearer(one.controlToken ?? '') })).status, 200);
  });

  it('needs no token on loopback, unless one is given', async () => {
    await using open = await startMockGateway({ host: 'localhost' });
    assert.equal(open.controlToken, undefined);
    await using guarded = await startMockGateway({ control: { token: TOKEN } });
    assert.equal((await fetch(`${guarded.url}/__gateway/tenants`)).status, 401);
  });

  it('refuses an invalid token', () => {
    for (const token of ['short', 'has a space in it', 'ünïcödé-tökén']) {
      assert.throws(() => createMockGateway({ control: { token } }), { code: 'GW1604' });
    }
  });
});
