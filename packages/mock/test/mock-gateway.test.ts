import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GatewayRequest } from '@model-gateway/core/http';
import { createMockGateway, startMockGateway, type MockGateway } from '@model-gateway/mock';

async function send(gateway: MockGateway, method: string, path: string, headers = {}) {
  const [pathname = '', search] = path.split('?');
  const request: GatewayRequest = {
    method,
    path: pathname,
    search: search === undefined ? '' : `?${search}`,
    mount: '',
    headers,
    body: { kind: 'none' },
  };
  const response = await gateway.handle(request);
  assert.ok(response, `${method} ${path} was not answered`);
  const { body } = response;
  const text = body.kind === 'bytes' ? Buffer.concat(body.parts).toString() : '';
  return { ...response, text, value: body.kind === 'json' ? body.value : undefined };
}

const bearer = ({ apiKey }: MockGateway) => ({ authorization: `Bearer ${apiKey}` });

describe('createMockGateway', () => {
  it('serves the golden world by default', async () => {
    const gateway = createMockGateway();
    const { text } = await send(
      gateway,
      'GET',
      '/v1/models?output_modalities=all',
      bearer(gateway),
    );
    const { data, total_count } = JSON.parse(text);
    assert.equal(total_count, 400);
    assert.ok(data.some(({ id }: { id: string }) => id === 'acme/paint-1'));
  });

  it('mints the same keys from the same seed, others from another', () => {
    const [seven, again, eight] = [7, 7, 8].map((seed) => createMockGateway({ seed }));
    assert.match(seven?.apiKey ?? '', /^mg-v1-[0-9A-Za-z]{48}$/);
    assert.match(seven?.managementKey ?? '', /^mg-mgmt-v1-[0-9A-Za-z]{48}$/);
    assert.equal(seven?.apiKey, again?.apiKey);
    assert.notEqual(seven?.apiKey, eight?.apiKey);
  });

  it('generates a world of the size asked for', async () => {
    const gateway = createMockGateway({ seed: 3, models: 25 });
    assert.equal((await gateway.ready()).models.length, 25);
  });

  it('serves a world of your own', async () => {
    const { models } = await createMockGateway({ models: 5 }).ready();
    const gateway = createMockGateway({ world: { name: 'mine', revision: 'r1', models } });
    const { text } = await send(
      gateway,
      'GET',
      '/v1/models?output_modalities=all',
      bearer(gateway),
    );
    assert.equal(JSON.parse(text).total_count, 5);
  });

  it('refuses a size that the golden world does not have', async () => {
    const gateway = createMockGateway({ world: 'golden', models: 10 });
    await assert.rejects(gateway.ready(), /the golden world has 400 models, not 10/);
  });

  it('needs a key, unless the catalog is public', async () => {
    assert.equal((await send(createMockGateway(), 'GET', '/v1/models')).status, 401);
    const open = createMockGateway({ publicCatalog: true });
    assert.equal((await send(open, 'GET', '/v1/models')).status, 200);
  });

  it('answers a preflight with the usual headers and those asked for', async () => {
    const { status, headers } = await send(createMockGateway(), 'OPTIONS', '/v1/models', {
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'X-Stainless-Lang, bad name, authorization',
    });
    assert.equal(status, 204);
    assert.equal(headers['access-control-allow-origin'], '*');
    const allowed = headers['access-control-allow-headers']?.split(', ') ?? [];
    assert.ok(allowed.includes('authorization') && allowed.includes('x-stainless-lang'));
    assert.ok(!allowed.includes('bad name'));
    assert.equal(new Set(allowed).size, allowed.length);
  });

  it('lets pages of any origin read answers and their named headers', async () => {
    const gateway = createMockGateway();
    for (const headers of [{}, bearer(gateway)]) {
      const response = await send(gateway, 'GET', '/v1/models', headers);
      assert.equal(response.headers['access-control-allow-origin'], '*');
      const exposed = response.headers['access-control-expose-headers'] ?? '';
      for (const name of ['x-request-id', 'x-generation-id', 'retry-after', 'etag']) {
        assert.ok(exposed.split(', ').includes(name), name);
      }
    }
  });

  it('describes itself at the root: JSON to programs, a page to browsers', async () => {
    const gateway = createMockGateway({ basePath: '/api/v1' });
    const { value } = await send(gateway, 'GET', '/');
    assert.deepEqual(Object.keys(value ?? {}), [
      'name',
      'what',
      'base_path',
      'documentation',
      'openapi',
      'operations',
    ]);
    const page = await send(gateway, 'GET', '/', { accept: 'text/html' });
    assert.match(page.text, /<h1>Model Gateway mock<\/h1>.*\/api\/v1/s);
  });

  it('leaves other paths to the host', async () => {
    const request = { method: 'GET', search: '', mount: '', headers: {} };
    for (const path of ['/about', '/%ZZ']) {
      const sent = { ...request, path, body: { kind: 'none' } } as const;
      assert.equal(await createMockGateway().handle(sent), undefined);
    }
  });

  it('refuses a malformed escape below its own path', async () => {
    assert.equal((await send(createMockGateway(), 'GET', '/v1/%ZZ')).status, 400);
  });
});

describe('startMockGateway', () => {
  it('is ready on a free port and frees it when disposed', async () => {
    let url: string;
    {
      await using gateway = await startMockGateway();
      url = `${gateway.baseURL}/models`;
      assert.equal((await fetch(url, { headers: bearer(gateway) })).status, 200);
    }
    await assert.rejects(fetch(url));
  });

  it('lets pages of any origin read its 404', async () => {
    await using gateway = await startMockGateway();
    const response = await fetch(`${gateway.baseURL}/nothing`);
    assert.equal(response.status, 404);
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    assert.equal((await response.json()).error.code, 404);
    gateway.requests('unhandled').expectCount(1);
  });
});
