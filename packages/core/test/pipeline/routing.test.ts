import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aGateway, aRequest, bearer, get } from '../builders.ts';

/* Source: contract §1.1 and §1.6. */

const gateway = aGateway();

describe('routing', () => {
  for (const path of ['/models', '/mod%65ls', '/%6D%6f%64%65%6C%73']) {
    it(`finds GET /models at ${path}`, async () => {
      assert.equal((await get(gateway, path)).status, 200);
    });
  }

  for (const [what, method, path] of [
    ['another path', 'GET', '/nothing'],
    ['the root', 'GET', '/'],
    ['an empty path', 'GET', ''],
    ['another case', 'GET', '/Models'],
    ['a trailing slash', 'GET', '/models/'],
    ['a doubled slash', 'GET', '//models'],
    ['a longer path', 'GET', '/models/acme/one'],
    ['a prefix of the path', 'GET', '/model'],
    ['the mount again', 'GET', '/v1/models'],
    ['a dot segment', 'GET', '/./models'],
    ['an escaped slash', 'GET', '/%2Fmodels'],
    ['an escaped slash for the first one', 'GET', '%2Fmodels'],
    ['an escaped slash within', 'GET', '/organization%2Fmembers'],
    ['an escaped slash at the end', 'GET', '/models%2F'],
    ['an escape that is decoded twice', 'GET', '/mod%2565ls'],
    ['a null byte', 'GET', '/models%00'],
    ['another method', 'POST', '/models'],
    ['a method that deletes', 'DELETE', '/models'],
    ['OPTIONS', 'OPTIONS', '/models'],
    ['a method in lower case', 'get', '/models'],
    ['a property of objects', 'GET', '/__proto__'],
    ['a method that is a property of objects', 'constructor', '/models'],
  ] as const) {
    it(`leaves ${what} to the host: ${method} ${path}`, async () => {
      const request = aRequest(path, { method, headers: bearer() });
      assert.equal(await gateway.handle(request), undefined);
    });
  }

  for (const path of ['/models%zz', '/models%6', '/models%ff', '/%ZZ', '/observability/%/x']) {
    it(`refuses a malformed escape below a mount only: ${path}`, async () => {
      for (const headers of [bearer(), {}]) {
        const response = await gateway.handle(aRequest(path, { headers }));
        assert.equal(response?.status, 400);
        assert.equal(response.headers['x-content-type-options'], 'nosniff');
      }
      assert.equal(await gateway.handle(aRequest(path, { mount: '' })), undefined);
    });
  }

  it('comes before authentication', async () => {
    assert.equal(await gateway.handle(aRequest('/nothing')), undefined);
  });
});

describe('the order of checks', () => {
  it('authenticates before it looks at permissions', async () => {
    const strict = aGateway({ permissions: { listModels: 'management' } });
    assert.equal((await get(strict, '/models', bearer('unknown'))).status, 401);
  });

  it('authenticates before it looks at parameters', async () => {
    const answer = await get(gateway, '/models?limit=0', { authorization: undefined });
    assert.equal(answer.status, 401);
  });

  it('looks at permissions before it looks at parameters', async () => {
    const strict = aGateway({ permissions: { listModels: 'management' } });
    assert.equal((await get(strict, '/models?limit=0')).status, 403);
  });

  it('looks at parameters before it reads the catalog', async () => {
    const models = {
      revision: async () => assert.fail('the catalog was read'),
      snapshot: async () => assert.fail('the catalog was read'),
    };
    assert.equal((await get(aGateway({ models }), '/models?limit=0')).status, 400);
  });
});
