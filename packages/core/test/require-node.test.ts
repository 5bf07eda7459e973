import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { requireNode } from '../src/require-node.ts';

describe('the version of Node', () => {
  for (const version of ['20.19.0', '22.12.9', '18.0.0']) {
    it(`may not be ${version}`, () => {
      assert.throws(() => requireNode('@model-gateway/sql', '22.13', version), {
        message: `@model-gateway/sql needs Node 22.13 or later; this is Node ${version}.`,
      });
    });
  }
  for (const version of ['22.13.0', '22.20.1', '24.0.0']) {
    it(`may be ${version}`, () => requireNode('@model-gateway/sql', '22.13', version));
  }
});
