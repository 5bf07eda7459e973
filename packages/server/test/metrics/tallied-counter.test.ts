import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Registry, type OpenMetricsContentType } from 'prom-client';
import { TalliedCounter } from '../../src/metrics/tallied-counter.ts';

describe('a counter that adds up by itself', () => {
  for (const amount of [NaN, Infinity, -Infinity, -1]) {
    it(`skips ${amount}, which would fail every scrape from then on`, async () => {
      const registry = new Registry<OpenMetricsContentType>();
      const counter = new TalliedCounter({
        name: 'tokens',
        help: 'Tokens.',
        labelNames: ['model'],
        registers: [registry],
      });
      counter.add({ model: 'a' }, 2);
      counter.add({ model: 'a' }, amount);
      counter.add({ model: 'b' }, amount);
      const [metric] = await registry.getMetricsAsJSON();
      assert.deepEqual(
        metric?.values.map(({ labels, value }) => [labels['model'], value]),
        [
          ['a', 2],
          ['b', 0],
        ],
      );
    });
  }
});
