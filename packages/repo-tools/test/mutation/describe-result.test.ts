import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeResult, scoreOf } from '../../src/mutation/describe-result.ts';
import type { MutationResult } from '../../src/mutation/try-mutants.ts';

const RESULT: MutationResult = {
  file: 'a.ts',
  killed: 2,
  timedOut: [4, 9],
  refused: 4,
  survivors: [{ line: 7, mutator: 'operator', was: 'a < b', becomes: 'a <= b' }],
};

describe('the score', () => {
  it('leaves out what does not compile, and is never rounded up', () => {
    assert.equal(scoreOf(RESULT), 66.6);
  });

  it('is 100 % without mutants', () => {
    assert.equal(scoreOf({ ...RESULT, killed: 0, survivors: [] }), 100);
  });
});

describe('the report', () => {
  it('shows each survivor with its line and its change', () => {
    assert.deepEqual(describeResult(RESULT).split('\n'), [
      ' 66.6 %  a.ts: 2 killed (by the time limit in line 4, 9), 1 survived, 4 refused by the compiler',
      '  a.ts:7  operator',
      '  - a < b',
      '  + a <= b',
    ]);
  });
});
