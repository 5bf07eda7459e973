import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as route from './app/v1/[...path]/route.ts';

function request(method: string, path: string, key = 'example-key', body?: unknown): Request {
  return new Request(`https://app.example${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
}

describe('the Next example', () => {
  it('exports a handler for each method and nothing else', () => {
    assert.deepEqual(Object.keys(route).sort(), ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT']);
  });

  it('lists its models under /v1', async () => {
    const { data } = await (await route.GET(request('GET', '/v1/models'))).json();
    assert.deepEqual(
      data.map(({ id }: { id: string }) => id),
      ['acme/quill-1'],
    );
  });

  it('links to the next page with the mount in front', async () => {
    const first = request('GET', '/v1/models?output_modalities=all&limit=1');
    const { links } = await (await route.GET(first)).json();
    assert.equal(links.next, '/v1/models?output_modalities=all&offset=1&limit=1');
    const { data } = await (await route.GET(request('GET', links.next))).json();
    assert.equal(data[0].id, 'acme/paint-1');
  });

  it('answers HEAD without a body', async () => {
    const response = await route.HEAD(request('HEAD', '/v1/models'));
    assert.equal(response.status, 200);
    assert.equal(await response.text(), '');
  });

  it('reads the body of POST', async () => {
    const wrong = { model: 'acme/paint-1', prompt: 7 };
    const response = await route.POST(request('POST', '/v1/images', 'example-key', wrong));
    assert.equal(response.status, 400);
    assert.match((await response.json()).error.message, /prompt/);
  });

  it('passes PATCH on', async () => {
    const path = '/v1/observability/destinations/3f1c2f5e-6a52-4a0e-9d5f-5b8a4f1f7a02';
    const response = await route.PATCH(
      request('PATCH', path, 'example-management-key', { name: 'Traces' }),
    );
    assert.equal(response.status, 404);
    // The operation's own answer, which knows no such destination.
    assert.doesNotMatch((await response.json()).error.message, /not an operation/);
  });

  it('passes DELETE on', async () => {
    const path = `/v1/keys/${'0'.repeat(64)}`;
    const response = await route.DELETE(request('DELETE', path, 'example-management-key'));
    assert.equal(response.status, 404);
    assert.doesNotMatch((await response.json()).error.message, /not an operation/);
  });

  it('answers with a 404 envelope for the rest', async () => {
    const response = await route.GET(request('GET', '/v1/nowhere'));
    assert.equal(response.status, 404);
    const { error } = await response.json();
    assert.equal(error.code, 404);
    assert.match(error.message, /GET \/v1\/nowhere is not an operation/);
  });

  it('asks for a key', async () => {
    const response = await route.GET(new Request('https://app.example/v1/models'));
    assert.equal(response.status, 401);
  });
});
