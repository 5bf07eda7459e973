import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startMockGateway } from '@model-gateway/mock';
import { createOpenApiDocument } from '@model-gateway/openapi';

describe('the interface of a running mock', () => {
  it('is served as JSON and as a page, without a key', async () => {
    await using mock = await startMockGateway();
    const document = await fetch(`${mock.url}/openapi.json`);
    assert.equal(document.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.deepEqual(await document.json(), createOpenApiDocument());
    const docs = await fetch(`${mock.url}/docs`);
    assert.equal(docs.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(docs.headers.get('content-security-policy') ?? '', /^default-src 'none'/);
    assert.match(await docs.text(), /href="\/openapi\.json"/);
  });

  for (const path of ['/', '/docs', '/openapi.json']) {
    it(`has at ${path} the headers of every response`, async () => {
      await using mock = await startMockGateway();
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        const asked = { 'x-request-id': 'req-1', 'access-control-request-method': 'GET' };
        const { headers } = await fetch(mock.url + path, { method, headers: asked });
        assert.equal(headers.get('x-request-id'), 'req-1', method);
        assert.equal(headers.get('x-content-type-options'), 'nosniff', method);
      }
    });
  }

  it('is linked from the landing page', async () => {
    await using mock = await startMockGateway();
    const landing = await fetch(mock.url, { headers: { accept: 'text/html' } });
    const text = await landing.text();
    for (const [, path = ''] of text.matchAll(/href="([^"]+)"/g)) {
      const { status } = await fetch(mock.url + path, { headers: { accept: 'text/html' } });
      assert.equal(status, 200, path);
    }
    const links = await (await fetch(mock.url)).json();
    assert.deepEqual([links.documentation, links.openapi], ['/docs', '/openapi.json']);
  });

  it('names the URL of this mock and the operations that need no key', async () => {
    await using mock = await startMockGateway({ basePath: '/api/v1', publicCatalog: true });
    const document = await (await fetch(`${mock.url}/openapi.json`)).json();
    assert.equal(document.servers[0].url, '/api/v1');
    assert.deepEqual(document.paths['/models'].get.security, [{ bearer: [] }, {}]);
  });

  it('answers GET and HEAD only, at its own paths only', async () => {
    await using mock = await startMockGateway();
    const head = await fetch(`${mock.url}/docs`, { method: 'HEAD' });
    assert.equal(head.status, 200);
    assert.equal(await head.text(), '');
    assert.equal((await fetch(`${mock.url}/docs`, { method: 'POST' })).status, 404);
    assert.equal((await fetch(`${mock.url}/docs/`)).status, 404);
    mock.requests('unhandled').expectCount(2);
  });

  for (const [line, meant] of [
    ['GET /v1/modles', '; did you mean "GET /v1/models"?'],
    ['POST /v1/images/generations', '; did you mean "POST /v1/images"?'],
    ['GET /t/main/v1/modles', '; did you mean "GET /t/main/v1/models"?'],
    ['GET /v1', '; GET /docs is a page that describes it'],
    ['GET /v1/docs', '; GET /docs is a page that describes it'],
    ['GET /docs/', '; GET /docs is a page that describes it'],
    ['GET /credits', '; did you mean "GET /v1/credits"?'],
    ['GET /sounds', ''],
  ] as const) {
    it(`names in the 404 of ${line} the path that was probably meant`, async () => {
      await using mock = await startMockGateway({ unhandled: 'ignore' });
      const [method = '', path = ''] = line.split(' ');
      const response = await fetch(mock.url + path, { method });
      assert.equal(response.status, 404);
      const { message } = (await response.json()).error;
      assert.equal(
        message,
        `Resource not found: ${line} is not an operation of this gateway${meant}`,
      );
    });
  }
});
