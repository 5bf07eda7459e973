import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { started } from './controlled-gateway.ts';

describe('anything else', () => {
  it('is a 404 that says where to look', async () => {
    const { call } = await started();
    for (const line of ['GET /', 'GET /tenant', 'POST /tenants/t1', 'GET /tenants/']) {
      const { status, value } = await call(line);
      assert.equal(status, 404, line);
      assert.match(value.error.message, /GET \/__gateway\/openapi\.json lists them/);
    }
  });

  it('names the tenant that was probably meant', async () => {
    const { call } = await started({ id: 'checkout' });
    const { value } = await call('GET /tenants/chekout');
    assert.match(value.error.message, /there is no tenant "chekout"; did you mean "checkout"\?/);
  });

  it('shows no key in an error', async () => {
    const { call } = await started();
    const { value } = await call('POST /tenants', {
      api_key: 12_345_678,
      management_key: ['s3cret'],
    });
    assert.doesNotMatch(JSON.stringify(value), /12345678|s3cret/);
  });
});
