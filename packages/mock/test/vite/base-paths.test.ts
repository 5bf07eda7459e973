import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { basePathsOf } from '../../src/vite/base-paths.ts';

describe('basePathsOf', () => {
  const cases = [
    ['/', '/v1', ['/v1']],
    ['/shop/', '/v1/', ['/shop/v1', '/v1']],
    ['https://cdn.example/shop/', '/v1', ['/shop/v1', '/v1']],
    ['./', '/v1', ['/v1']],
    ['', '/v1', ['/v1']],
  ] as const;
  for (const [base, mount, expected] of cases) {
    it(`is ${expected.join(' and ')} for base "${base}" and mount "${mount}"`, () => {
      assert.deepEqual(basePathsOf(base, mount), expected);
    });
  }
});
