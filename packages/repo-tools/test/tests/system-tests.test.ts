import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { belongsToSystem, belongsToTest, LONG_TESTS } from '../../src/tests/system-tests.ts';

const CASES: readonly (readonly [what: string, text: string, short: boolean, system: boolean])[] = [
  ['without a mark', `import assert from 'node:assert/strict';`, true, false],
  ['with a long version', `const isLong = process.env['${LONG_TESTS}'] === '1';`, true, true],
  ['that imports its lengths', `import { amount } from '../support/long-tests.ts';`, true, true],
  ['that starts programs', '// System: starts Chromium.\n', false, true],
  ['that shares them', '// System, with others: starts Chromium.\n', false, true],
  ['that takes long', '// System, long: starts Chromium.\n', false, true],
  ['that gives no reason', '// System:\n', true, false],
  ['that mentions the mark in its code', `const mark = '// System: why';`, true, false],
];

describe('a test file', () => {
  for (const [what, text, short, system] of CASES) {
    it(`${what} ${runs(short, system)}`, () => {
      assert.deepEqual([belongsToTest(text), belongsToSystem(text)], [short, system]);
    });
  }
});

function runs(short: boolean, system: boolean): string {
  if (short && system) return 'is run by test and test:system';
  return short ? 'is run by test' : 'is run by test:system';
}
