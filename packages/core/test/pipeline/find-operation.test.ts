import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATIONS } from '@model-gateway/core';
import { findOperation } from '@model-gateway/core/kit';

describe('findOperation', () => {
  for (const { id, method, path } of OPERATIONS) {
    it(`finds ${id} at ${method} ${path}`, () => {
      assert.equal(findOperation(method, path.replace(':id', 'some-id'))?.id, id);
    });
  }

  it('gives the parameters of the path', () => {
    const found = findOperation('PATCH', '/observability/destinations/a%20b');
    assert.deepEqual({ ...found?.params }, { id: 'a%20b' });
  });

  for (const [method, path] of [
    ['DELETE', '/models'],
    ['GET', '/v1/models'],
    ['GET', '/modles'],
  ] as const) {
    it(`finds nothing at ${method} ${path}`, () => {
      assert.equal(findOperation(method, path), undefined);
    });
  }
});
