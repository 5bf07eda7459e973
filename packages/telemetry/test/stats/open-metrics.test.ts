import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sumStats, toOpenMetrics, type TelemetryStats } from '@model-gateway/telemetry';
import { counted, statsOf } from '../support/stats.ts';

const samples = (stats: TelemetryStats, name: string) =>
  toOpenMetrics(stats)
    .split('\n')
    .filter((line) => line.startsWith(`gateway_telemetry_${name}`));

describe('toOpenMetrics', () => {
  it('has every outcome at 0 before there is any destination', () => {
    const lines = samples(sumStats([]), 'records_total');
    assert.ok(lines.includes('gateway_telemetry_records_total{outcome="rejected"} 0'));
    assert.ok(lines.includes('gateway_telemetry_records_total{outcome="dropped_overflow"} 0'));
    assert.ok(lines.every((line) => line.endsWith(' 0')));
  });

  it('adds up the destinations of a kind', () => {
    const stats = sumStats([
      statsOf(counted(1, { id: 'd1' })),
      statsOf(counted(2, { id: 'd2' })),
      statsOf(counted(5, { id: 'd3', kind: 's3' })),
    ]);
    assert.deepEqual(samples(stats, 'retries_total'), [
      'gateway_telemetry_retries_total{kind="webhook"} 3',
      'gateway_telemetry_retries_total{kind="s3"} 5',
    ]);
    assert.deepEqual(samples(stats, 'send_seconds_sum'), [
      'gateway_telemetry_send_seconds_sum{kind="webhook"} 3',
      'gateway_telemetry_send_seconds_sum{kind="s3"} 5',
    ]);
  });

  it('says of each destination what tells that it hangs', () => {
    const stats = statsOf(counted(2, { breaker: 'suspended' }));
    const labels = '{destination="destination-1",kind="webhook"}';
    assert.deepEqual(
      [samples(stats, 'queue_records'), samples(stats, 'breaker_open')],
      [
        [`gateway_telemetry_queue_records${labels} 2`],
        [`gateway_telemetry_breaker_open${labels} 1`],
      ],
    );
    const never = statsOf(counted(0, { lastSuccess: undefined }));
    assert.deepEqual(samples(never, 'last_success_seconds'), []);
  });

  it('has at most three lines for each of a thousand destinations', () => {
    const all = Array.from({ length: 1000 }, (_, i) => statsOf(counted(1, { id: `d${i}` })));
    const lines = toOpenMetrics(sumStats(all)).split('\n').length;
    assert.ok(lines < 3100, `${lines} lines`);
  });
});
