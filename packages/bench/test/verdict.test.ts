import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Target } from '../src/target.ts';
import { inform, judge, noiseOf, unmeasured } from '../src/verdict.ts';

const ATLEAST: Target = { id: 'T1', workload: 'w', unit: 'ratio', limit: { atLeast: 0.9 } };
const ATMOST: Target = { id: 'T2', workload: 'w', unit: 'ratio', limit: { atMost: 4 } };

describe('judge', () => {
  const cases: readonly [string, Target, readonly number[], number, string][] = [
    ['passes at a lower limit', ATLEAST, [0.9], 0, 'pass'],
    ['is short below a lower limit', ATLEAST, [0.89], 0, 'short'],
    ['passes at an upper limit', ATMOST, [4], 0, 'pass'],
    ['is short above an upper limit', ATMOST, [4.1], 0, 'short'],
    ['goes by the median', ATLEAST, [0.1, 0.95, 0.95], 0, 'pass'],
    ['tolerates an A/A case that is off by 5 %', ATLEAST, [1], 0.05, 'pass'],
    ['has no verdict when the A/A case is off by more', ATLEAST, [1], 0.051, 'noisy'],
    ['has no verdict when there is no A/A case', ATLEAST, [1], Number.NaN, 'noisy'],
    ['is short without a value', ATLEAST, [], 0, 'short'],
  ];
  for (const [name, target, rounds, noise, verdict] of cases) {
    it(name, () => assert.equal(judge(target, rounds, noise).verdict, verdict));
  }

  it('has the verdict "info" without a limit, however noisy', () => {
    const { verdict, value } = judge({ ...ATLEAST, limit: undefined }, [0.5], 1);
    assert.deepEqual([verdict, value], ['info', 0.5]);
  });

  it('returns the median and the spread of the rounds', () => {
    const { value, spread } = judge(ATLEAST, [0.9, 0.95, 1, 1.05, 1.1], 0);
    assert.equal(value, 1);
    assert.ok(Math.abs((spread ?? 0) - 0.05) < 1e-9);
  });
});

describe('noiseOf', () => {
  it('is the distance of the median from 1, on either side', () => {
    assert.ok(Math.abs(noiseOf([0.97, 0.97, 5]) - 0.03) < 1e-9);
    assert.ok(Math.abs(noiseOf([1.03, 1.03, 0.1]) - 0.03) < 1e-9);
  });
});

describe('rows without a verdict', () => {
  it('have the verdict "info", and no spread of a single value', () => {
    const row = inform({ id: 'T12', workload: 'RSS', unit: 'bytes' }, [1000]);
    assert.equal(row.verdict, 'info');
    assert.equal(row.limit, undefined);
    assert.equal(row.spread, undefined);
  });

  it('say why nothing was measured', () => {
    const row = unmeasured(ATLEAST, 'skipped', '--no-peers');
    assert.equal(row.verdict, 'skipped');
    assert.equal(row.note, '--no-peers');
    assert.deepEqual(row.limit, { atLeast: 0.9 });
  });
});
