import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GATEWAY_OPERATIONS } from '@model-gateway/core/kit';
import { nearestOperation } from '../../src/http/nearest-operation.ts';

const AT_V1 = { basePath: '/v1', operations: GATEWAY_OPERATIONS };

describe('the nearest operation', () => {
  const cases = [
    ['POST', '/v1/image', 'POST /v1/images'],
    ['GET', '/v1/images', 'POST /v1/images'],
    ['GET', '/v1/image', 'POST /v1/images'],
    ['POST', '/images', 'POST /v1/images'],
    ['POST', '/v1/images/generations', 'POST /v1/images'],
    ['GET', '/v1/v1/models', 'GET /v1/models'],
    ['GET', '/v1/models/acme/quill-1', 'GET /v1/model/acme/quill-1'],
    ['PUT', '/v1/observability/destinations/d1', 'PATCH /v1/observability/destinations/d1'],
    ['PATCH', '/v1/observability/destination/d1', 'PATCH /v1/observability/destinations/d1'],
    ['GET', '/t/t1/v1/model', 'GET /t/t1/v1/models'],
  ] as const;
  for (const [method, path, meant] of cases) {
    it(`to ${method} ${path} is ${meant}`, () => {
      assert.equal(nearestOperation(method, path, AT_V1), `; did you mean "${meant}"?`);
    });
  }

  it('is undefined for an unrelated path', () => {
    assert.equal(nearestOperation('POST', '/v1/moderations', AT_V1), '');
  });
});
