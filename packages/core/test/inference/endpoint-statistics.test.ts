import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  A_DAY_MS,
  EndpointStatistics,
  FIVE_MINUTES_MS,
  HALF_AN_HOUR_MS,
  PERCENTILES,
} from '../../src/inference/statistics/endpoint-statistics.ts';
import { aClock } from '../builders.ts';

const endpointOf = (slug: string) => ({ provider: { slug }, model: 'acme/quill-1' });
const ENDPOINT = endpointOf('acme');

function measuring() {
  const clock = aClock();
  const statistics = new EndpointStatistics(clock);
  const measure = (latencySeconds: number, throughput: number) =>
    statistics.succeeded(ENDPOINT, { latencySeconds, throughput });
  return { clock, statistics, measure };
}

function isNear(value: number | undefined, expected: number): void {
  assert.ok(
    value !== undefined && Math.abs(value / expected - 1) <= 0.025,
    `${value}, ${expected}`,
  );
}

describe('EndpointStatistics (contract §12.6)', () => {
  it('know percentiles within 2.5 %: of 100, p90 is as good or better in 90', () => {
    const { statistics, measure } = measuring();
    for (let i = 1; i <= 100; i++) measure(i / 10, i * 3);
    for (const percentile of PERCENTILES) {
      const place = Number(percentile.slice(1));
      const of = (what: 'latency' | 'throughput') =>
        statistics.percentile(ENDPOINT, what, percentile, FIVE_MINUTES_MS);
      isNear(of('latency'), place / 10);
      isNear(of('throughput'), (101 - place) * 3);
    }
  });

  it('forget after five minutes and after half an hour, but take an old value for none', () => {
    const { clock, statistics, measure } = measuring();
    measure(1, 50);
    clock.advance(6 * 60_000);
    const of = (ms: number) => statistics.percentile(ENDPOINT, 'latency', 'p50', ms);
    assert.equal(of(FIVE_MINUTES_MS), undefined);
    isNear(of(HALF_AN_HOUR_MS), 1);
    isNear(statistics.typical(ENDPOINT, 'latency'), 1);
    measure(3, 10);
    isNear(statistics.typical(ENDPOINT, 'latency'), 3);
    clock.advance(31 * 60_000);
    assert.equal(statistics.typical(ENDPOINT, 'latency'), undefined);
  });

  it('know nothing of what was not measured, and of values that cannot be', () => {
    const { statistics, measure } = measuring();
    assert.equal(statistics.typical(ENDPOINT, 'throughput'), undefined);
    assert.equal(statistics.uptime(ENDPOINT, A_DAY_MS), undefined);
    for (const value of [0, Number.NaN, Infinity, -1]) measure(value, value);
    statistics.succeeded(ENDPOINT, { latencySeconds: undefined, throughput: undefined });
    assert.equal(statistics.typical(ENDPOINT, 'throughput'), undefined);
  });

  it('count uptime over five minutes, half an hour and a day', () => {
    const { clock, statistics, measure } = measuring();
    statistics.failed(ENDPOINT);
    clock.advance(20 * 60_000);
    for (let i = 0; i < 3; i++) measure(1, 1);
    const uptimes = () =>
      [FIVE_MINUTES_MS, HALF_AN_HOUR_MS, A_DAY_MS].map((ms) => statistics.uptime(ENDPOINT, ms));
    assert.deepEqual(uptimes(), [100, 75, 75]);
    clock.advance(HALF_AN_HOUR_MS);
    assert.deepEqual(uptimes(), [undefined, undefined, 75]);
    clock.advance(A_DAY_MS);
    assert.deepEqual(uptimes(), [undefined, undefined, undefined]);
  });

  it('see an outage while half of the attempts of the last 30 s have failed', () => {
    const { clock, statistics, measure } = measuring();
    assert.equal(statistics.hasOutage(ENDPOINT), false);
    measure(1, 1);
    statistics.failed(ENDPOINT);
    assert.equal(statistics.hasOutage(ENDPOINT), true);
    measure(1, 1);
    assert.equal(statistics.hasOutage(ENDPOINT), false);
    statistics.failed(ENDPOINT);
    clock.advance(29_999);
    assert.equal(statistics.hasOutage(ENDPOINT), true);
    clock.advance(1);
    assert.equal(statistics.hasOutage(ENDPOINT), false);
  });

  it('see an outage in the last 64 attempts, however many there were', () => {
    const { statistics, measure } = measuring();
    for (let i = 0; i < 100; i++) measure(1, 1);
    for (let i = 0; i < 31; i++) statistics.failed(ENDPOINT);
    assert.equal(statistics.hasOutage(ENDPOINT), false);
    statistics.failed(ENDPOINT);
    assert.equal(statistics.hasOutage(ENDPOINT), true);
    measure(1, 1);
    assert.equal(statistics.hasOutage(ENDPOINT), true);
    for (let i = 0; i < 63; i++) measure(1, 1);
    assert.equal(statistics.hasOutage(ENDPOINT), false);
  });

  it('keep the thousand endpoints that were used last', () => {
    const { statistics, measure } = measuring();
    const fail = (from: number, to: number) => {
      for (let i = from; i < to; i++) statistics.failed(endpointOf(`provider-${i}`));
    };
    measure(1, 1);
    fail(0, 999);
    measure(1, 1);
    fail(999, 1998);
    assert.equal(statistics.uptime(ENDPOINT, A_DAY_MS), 100);
    assert.equal(statistics.uptime(endpointOf('provider-998'), A_DAY_MS), undefined);
    fail(1998, 1999);
    assert.equal(statistics.uptime(ENDPOINT, A_DAY_MS), undefined);
  });
});
