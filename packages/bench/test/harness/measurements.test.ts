import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Measurements } from '../../src/harness/measurements.ts';

type Name = 'bare' | 'ours';

function aRound(bare: number, ours: number, p99Milliseconds = 2) {
  const sample = (cpuMicroseconds: number) => ({
    requests: 1,
    cpuMicroseconds,
    p50Milliseconds: 1,
    p99Milliseconds,
    reads: 0,
  });
  return new Map<Name, ReturnType<typeof sample>>([
    ['bare', sample(bare)],
    ['ours', sample(ours)],
  ]);
}

describe('the measurements of a suite', () => {
  const measurements = new Measurements<Name>();
  measurements.addStart([
    aRound(10, 40),
    aRound(14, 20, 4),
    aRound(90, 25),
    aRound(9, 18),
    aRound(50, 60),
  ]);
  measurements.addStart([80, 30, 29, 40, 35].map((ours) => aRound(12, ours)));
  measurements.addStart([aRound(8, 8)]);

  it('divide the lower quartiles of each start', () => {
    assert.deepEqual(measurements.ratio('bare', 'ours'), [0.5, 0.4, 1]);
  });

  it('take the mean of a case that was measured twice', () => {
    assert.deepEqual(measurements.ratio(['bare', 'ours'], 'bare'), [1.5, 1.75, 1]);
  });

  it('divide another figure when it is named', () => {
    const p99 = ({ p99Milliseconds }: { readonly p99Milliseconds: number }) => p99Milliseconds;
    assert.deepEqual(measurements.ratio('ours', 'bare', p99), [1, 1, 1]);
    assert.deepEqual(measurements.summary(p99), { bare: 2, ours: 2 });
  });

  it('subtract the lower quartiles of each start', () => {
    assert.deepEqual(measurements.difference('ours', 'bare'), [10, 18, 0]);
    assert.deepEqual(measurements.difference('ours', ['bare', 'ours']), [5, 9, 0]);
  });

  it('take the mean of a divisor that was measured twice', () => {
    assert.deepEqual(measurements.ratio('bare', ['bare', 'ours']), [20 / 30, 24 / 42, 1]);
  });

  it('sum up the starts by their median', () => {
    assert.deepEqual(measurements.summary(), { bare: 10, ours: 20 });
  });

  it('give the CPU time of a case in milliseconds, start by start', () => {
    assert.deepEqual(measurements.cpuMilliseconds('ours'), [0.02, 0.03, 0.008]);
  });

  it('give the A/A case its distance from itself', () => {
    assert.equal(measurements.noise('bare', 'bare'), 0);
    assert.equal(measurements.noise('bare', 'ours'), 0.5);
  });

  it('keep the tail of every round', () => {
    assert.deepEqual(measurements.tail('ours'), [2, 4, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
  });
});
