import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { belongsToLong, belongsToShort, LONG_TESTS } from '../../src/tests/long-tests.ts';

const CASES: readonly (readonly [what: string, text: string, short: boolean, long: boolean])[] = [
  ['without a mark', `import assert from 'node:assert/strict';`, true, false],
  ['with a long version', `const isLong = process.env['${LONG_TESTS}'] === '1';`, true, true],
  ['that imports its lengths', `import { amount } from '../support/long-tests.ts';`, true, true],
  ['that is long only', '// Long: starts the real runners.\n', false, true],
  ['that gives no reason', '// Long:\n', true, false],
  ['that mentions the mark in its code', `const mark = '// Long: why';`, true, false],
];

describe('a test file', () => {
  for (const [what, text, short, long] of CASES) {
    it(`${what} ${runs(short, long)}`, () => {
      assert.deepEqual([belongsToShort(text), belongsToLong(text)], [short, long]);
    });
  }
});

function runs(short: boolean, long: boolean): string {
  if (short && long) return 'is run by test and test:long';
  return short ? 'is run by test' : 'is run by test:long';
}
