import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { createMetrics } from '../../src/metrics/create-metrics.ts';
import { metricsPage } from '../../src/metrics/metrics-page.ts';
import { hasPromtool, NO_PROMTOOL } from '../support/promtool.ts';

const text = await createMetrics(() => 0).text();

function pageFor(accept?: string) {
  const { body } = metricsPage(text, { headers: accept === undefined ? {} : { accept } });
  assert.ok(body.kind === 'bytes');
  return { type: body.contentType, text: Buffer.concat(body.parts).toString('utf8') };
}

describe('the page of metrics', () => {
  it('is OpenMetrics for Prometheus, which prefers it', () => {
    const page = pageFor(
      'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.2',
    );
    assert.deepEqual(page, {
      type: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
      text,
    });
  });

  for (const accept of [undefined, '*/*', 'text/plain;version=0.0.4']) {
    it(`is text for a scraper that accepts ${accept ?? 'anything'}`, () => {
      const page = pageFor(accept);
      assert.equal(page.type, 'text/plain; version=0.0.4; charset=utf-8');
      assert.match(page.text, /^# TYPE gateway_store_errors_total counter$/m);
      assert.match(page.text, /^# HELP gateway_store_errors_total /m);
      assert.match(page.text, /^# TYPE gateway_requests_in_flight gauge$/m);
      assert.match(page.text, /^gateway_store_errors_total\{kind="writes"\} 0$/m);
      assert.doesNotMatch(page.text, /# EOF/);
    });
  }

  it(
    'is text that promtool takes',
    {
      skip: !hasPromtool() && process.env['CI'] !== 'true' && NO_PROMTOOL,
    },
    () => {
      const input = pageFor().text;
      const { stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
      assert.doesNotMatch(stderr, /error while linting/);
    },
  );
});
