import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createOpenApiDocument } from '@model-gateway/openapi';
import { runMock } from './run-mock.ts';

describe('model-gateway-mock openapi', () => {
  it('prints the document', async () => {
    const { code, stdout, stderr } = await runMock('openapi');
    assert.equal(code, 0);
    assert.equal(stderr, '');
    assert.deepEqual(JSON.parse(stdout), createOpenApiDocument());
  });

  it('says in one line that it takes no arguments', async () => {
    const { code, stderr } = await runMock('openapi', 'yaml');
    assert.equal(code, 1);
    assert.equal(stderr, 'model-gateway-mock: openapi takes options only, got "yaml"\n');
  });
});
