import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { problemsOf } from '../../src/release/bundle-problems.ts';

const budget = { package: '@model-gateway/core', name: 'hashKey', bytes: 10_240 };

describe('the budget of a bundle', () => {
  it('may be spent whole', () => {
    assert.deepEqual(problemsOf(budget, 10_240), []);
  });

  it('says which import costs how much too much', () => {
    const [problem, ...others] = problemsOf(budget, 10_300);
    assert.match(
      problem ?? '',
      /^import { hashKey } from '@model-gateway\/core' costs a page 10300 bytes, 60 more/,
    );
    assert.deepEqual(others, []);
  });
});
