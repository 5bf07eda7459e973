import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CONVERSATION_OPERATIONS, type BreakerReport } from '@model-gateway/core';
import { createMetrics } from '../../src/metrics/create-metrics.ts';
import { aGeneration, aRecord } from '../support/records.ts';

/** The operations that continue conversations. */
const ANSWERING = CONVERSATION_OPERATIONS.filter(({ path }) => !path.endsWith('/count_tokens')).map(
  ({ id }) => id,
);

const NOW = Date.parse('2026-11-01T12:00:00Z');

/** The samples whose name begins so, without those of the process. */
async function samples(metrics: ReturnType<typeof createMetrics>, name: string) {
  return (await metrics.text()).split('\n').filter((line) => line.startsWith(name));
}

describe('the metrics of a process', () => {
  it('count requests by route, method, status and ending', async () => {
    const metrics = createMetrics(() => NOW);
    const { observer } = metrics;
    observer.observe(aRecord());
    observer.observe(aRecord());
    observer.observe(aRecord({ status: 401 }));
    observer.observe(aRecord({ ending: 'abandoned' }));
    observer.observe(aRecord({ method: 'POST', route: '/images' }));
    assert.deepEqual(await samples(metrics, 'gateway_requests_total'), [
      'gateway_requests_total{route="/models",method="GET",status="200",ending="complete"} 2',
      'gateway_requests_total{route="/models",method="GET",status="401",ending="complete"} 1',
      'gateway_requests_total{route="/models",method="GET",status="200",ending="abandoned"} 1',
      'gateway_requests_total{route="/images",method="POST",status="200",ending="complete"} 1',
    ]);
  });

  it('count on after a scrape', async () => {
    const metrics = createMetrics(() => NOW);
    metrics.observer.observe(aRecord());
    await metrics.text();
    metrics.observer.observe(aRecord());
    const [sample] = await samples(metrics, 'gateway_requests_total');
    assert.match(sample ?? '', / 2$/);
  });

  it('count on after a duration that a broken clock made', async () => {
    const metrics = createMetrics(() => NOW);
    metrics.observer.observe(aRecord({ ms: Number.NaN }));
    await assert.rejects(metrics.text(), /not a valid number/);
    metrics.observer.observe(aRecord());
    const [sample] = await samples(metrics, 'gateway_requests_total');
    assert.match(sample ?? '', / 2$/);
  });

  it('measure durations in seconds by route and method, whatever the status', async () => {
    const metrics = createMetrics(() => NOW);
    for (const [ms, status] of [
      [2, 200],
      [2.1, 401],
      [400_000, 200],
    ] as const) {
      metrics.observer.observe(aRecord({ ms, status }));
    }
    const text = await metrics.text();
    const labels = 'route="/models",method="GET"';
    const name = 'gateway_request_duration_seconds';
    for (const sample of [
      `${name}_bucket{le="0.002",${labels}} 1`,
      `${name}_bucket{le="0.005",${labels}} 2`,
      `${name}_bucket{le="300",${labels}} 2`,
      `${name}_bucket{le="+Inf",${labels}} 3`,
      `${name}_count{${labels}} 3`,
    ]) {
      assert.ok(text.includes(`${sample}\n`), sample);
    }
  });

  it('measure each duration once, however many come between two scrapes', async () => {
    const metrics = createMetrics(() => NOW);
    for (const requests of [1, 2500]) {
      for (let i = 0; i < requests; i++) metrics.observer.observe(aRecord({ ms: 1000 }));
      await metrics.text();
    }
    const labels = '{route="/models",method="GET"}';
    assert.deepEqual(
      [
        await samples(metrics, 'gateway_request_duration_seconds_sum'),
        await samples(metrics, 'gateway_request_duration_seconds_count'),
      ],
      [
        [`gateway_request_duration_seconds_sum${labels} 2501`],
        [`gateway_request_duration_seconds_count${labels} 2501`],
      ],
    );
  });

  it('measure the catalog of the gateway that came last', async () => {
    const metrics = createMetrics(() => NOW);
    const breakers = () => [];
    metrics.gatewayFrom({ catalog: () => ({ models: 1, builtAt: NOW }), breakers });
    metrics.gatewayFrom({ catalog: () => ({ models: 2, builtAt: NOW - 5000 }), breakers });
    assert.deepEqual(
      [
        await samples(metrics, 'gateway_catalog_models'),
        await samples(metrics, 'gateway_catalog_age'),
      ],
      [['gateway_catalog_models 2'], ['gateway_catalog_age_seconds 5']],
    );
  });

  it('count tokens by kind, and measure how soon and how fast they came', async () => {
    const metrics = createMetrics(() => NOW);
    const generation = aGeneration({
      task: 'chat',
      provider: { slug: 'openai', name: 'OpenAI' },
      isStream: true,
      firstOutputMs: 300,
      usage: {
        promptTokens: 100,
        completionTokens: 50,
        cacheReadTokens: 80,
        reasoningTokens: 20,
      },
    });
    const record = aRecord({ operation: 'createChatCompletion', ms: 2000, generation });
    metrics.observer.observe(record);
    metrics.observer.observe(record);
    // Whole answers have their first output at the end, and unmeasured ones nothing.
    const whole = { ...generation, isStream: false, usage: { promptTokens: 1 } };
    metrics.observer.observe({ ...record, generation: whole });
    metrics.observer.observe({ ...record, generation: { ...generation, usage: undefined } });
    const labels = 'operation="createChatCompletion",provider="openai"';
    const tokens = (kind: string, count: number) =>
      `gateway_tokens_total{${labels},kind="${kind}"} ${count}`;
    assert.deepEqual(await samples(metrics, 'gateway_tokens'), [
      tokens('input', 201),
      tokens('output', 100),
      tokens('cached', 160),
      tokens('reasoning', 40),
    ]);
    assert.deepEqual(
      [
        await samples(metrics, 'gateway_first_output_seconds_sum'),
        await samples(metrics, 'gateway_first_output_seconds_count'),
        await samples(metrics, 'gateway_output_tokens_per_second_sum'),
        await samples(metrics, 'gateway_output_tokens_per_second_count'),
      ],
      [
        [`gateway_first_output_seconds_sum{${labels}} 0.6`],
        [`gateway_first_output_seconds_count{${labels}} 2`],
        [`gateway_output_tokens_per_second_sum{${labels}} 50`],
        [`gateway_output_tokens_per_second_count{${labels}} 2`],
      ],
    );
  });

  it('have the series of each provider at 0 from the start, by what it makes', async () => {
    const metrics = createMetrics(() => NOW);
    const chat = { endpoint: () => undefined, answer: async () => assert.fail('not called') };
    const images = { endpoint: () => undefined, generate: () => assert.fail('not called') };
    metrics.providers([
      { slug: 'talker', chat },
      { slug: 'painter', images },
    ]);
    const beginning = async (name: string, provider: string) =>
      (await samples(metrics, name)).filter((line) => line.includes(`provider="${provider}"`));
    const tokens = await beginning('gateway_tokens_total', 'talker');
    // Four kinds of tokens.
    assert.equal(tokens.length, 4 * ANSWERING.length);
    assert.ok(tokens.every((line) => line.endsWith(' 0')));
    assert.equal(
      (await beginning('gateway_first_output_seconds_count', 'talker')).length,
      ANSWERING.length,
    );
    assert.deepEqual(await beginning('gateway_tokens_total', 'painter'), []);
    assert.deepEqual(await beginning('gateway_images_total', 'talker'), []);
    assert.equal((await beginning('gateway_images_total', 'painter')).length, 1);
    const operationsOf = async (provider: string) =>
      new Set(
        (await beginning('gateway_attempts_total', provider)).map(
          (line) => /operation="(\w+)"/.exec(line)?.[1],
        ),
      );
    assert.deepEqual(await operationsOf('talker'), new Set<string>(ANSWERING));
    assert.deepEqual(await operationsOf('painter'), new Set(['createImage']));
  });

  it('count the open breakers of each provider, from the start at 0', async () => {
    const metrics = createMetrics(() => NOW);
    metrics.providers([{ slug: 'openai' }, { slug: 'fal' }]);
    const open = () => samples(metrics, 'gateway_breakers_open');
    const none = ['openai', 'fal'].map((slug) => `gateway_breakers_open{provider="${slug}"} 0`);
    assert.deepEqual(await open(), none);

    const breaker = { provider: 'fal', model: 'acme/a', failures: 5, cooldownMs: 1 };
    const breakers: BreakerReport[] = [
      { ...breaker, state: 'open' },
      { ...breaker, model: 'acme/b', state: 'open' },
      { ...breaker, model: 'acme/c', state: 'half-open' },
      { ...breaker, provider: 'openai', state: 'closed' },
    ];
    metrics.gatewayFrom({ catalog: () => undefined, breakers: () => breakers });
    assert.deepEqual(await open(), [none[0], 'gateway_breakers_open{provider="fal"} 2']);

    metrics.gatewayFrom({ catalog: () => undefined, breakers: () => [] });
    assert.deepEqual(await open(), none);
  });
});
