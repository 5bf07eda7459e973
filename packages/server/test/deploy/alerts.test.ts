// System: runs promtool for every alert.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startFakeOpenAi } from '@model-gateway/providers/testing';
import { openGateway } from '@model-gateway/server';
import { parse } from 'yaml';
import { aRequest } from '../../../core/test/builders.ts';
import { createMetrics } from '../../src/metrics/create-metrics.ts';
import { hasPromtool, NO_PROMTOOL, promtool } from '../support/promtool.ts';

const RULES = fileURLToPath(new URL('../../deploy/alerts.yaml', import.meta.url));
const { groups } = parse(await readFile(RULES, 'utf8'));
const rules: { alert: string; labels: object; annotations: { summary: string } }[] =
  groups[0].rules;

type Labels = Readonly<Record<string, string>>;
interface Series {
  readonly series: string;
  readonly values: string;
}

const JOB = 'job="model-gateway"';

/** Series by which each alert fires once its time is over: a line for each rule of the file. */
const FIRED: Readonly<
  Record<string, { readonly by: readonly Series[]; readonly labels?: Labels }>
> = {
  ModelGatewayErrors: {
    by: [
      { series: `gateway_requests_total{${JOB},status="200"}`, values: '0+90x60' },
      { series: `gateway_requests_total{${JOB},status="503"}`, values: '0+10x60' },
    ],
  },
  ModelGatewayProviderKeyRefused: {
    by: [
      {
        series: `gateway_attempts_total{${JOB},provider="openai",outcome="credential"}`,
        values: '0x57 1x3',
      },
    ],
    labels: { provider: 'openai' },
  },
  ModelGatewayProviderFails: {
    by: [
      {
        series: `gateway_attempts_total{${JOB},provider="openai",outcome="succeeded"}`,
        values: '0+7x60',
      },
      {
        series: `gateway_attempts_total{${JOB},provider="openai",outcome="server"}`,
        values: '0+3x60',
      },
    ],
    labels: { provider: 'openai' },
  },
  ModelGatewayBreakerOpen: {
    by: [{ series: `gateway_breakers_open{${JOB},provider="openai"}`, values: '0x40 1x20' }],
    labels: { provider: 'openai' },
  },
  ModelGatewayStoreAway: {
    by: [{ series: `gateway_store_errors_total{${JOB},kind="reads"}`, values: '0x57 1x3' }],
    labels: { kind: 'reads' },
  },
  ModelGatewayRedisAway: {
    by: [{ series: `gateway_rate_limit_store_away{${JOB}}`, values: '0x50 1x10' }],
  },
  ModelGatewayEventLoopLate: {
    by: [{ series: `nodejs_eventloop_lag_p99_seconds{${JOB}}`, values: '0.2x60' }],
  },
  ModelGatewayMemory: {
    by: [{ series: `process_resident_memory_bytes{${JOB}}`, values: '900000000x60' }],
  },
  ModelGatewayTelemetryLost: {
    by: [
      {
        series: `gateway_telemetry_records_total{${JOB},outcome="dropped_overflow"}`,
        values: '0x57 1x3',
      },
    ],
    labels: { outcome: 'dropped_overflow' },
  },
  ModelGatewayLimitReached: {
    by: [
      {
        series: `gateway_spending_warnings_total{${JOB},of="key",percent="100"}`,
        values: '0x57 1x3',
      },
      {
        series: `gateway_spending_warnings_total{${JOB},of="workspace",percent="50"}`,
        values: '0x57 1x3',
      },
    ],
    labels: { of: 'key', percent: '100' },
  },
  ModelGatewayAbsent: {
    by: [{ series: 'gateway_requests_in_flight{job="another"}', values: '0x60' }],
    labels: { job: 'model-gateway' },
  },
};

/** As another job has them, which no alert is about. */
const elsewhere = ({ series, values }: Series): Series => ({
  series: series.replace(JOB, 'job="another"'),
  values,
});

/** The samples of two scrapes as series, an hour of the first and then three minutes of the second. */
function seriesOf(first: string, second: string): Series[] {
  const later = samplesOf(second);
  return [...samplesOf(first)].map(([name, value]) => ({
    series: name.includes('{') ? name.replace('{', `{${JOB},`) : `${name}{${JOB}}`,
    values: `${value}x57 ${later.get(name) ?? value}x3`,
  }));
}

function samplesOf(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n').filter((line) => line.startsWith('gateway_'));
  return new Map(
    lines.map((line): [string, string] => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), line.slice(end + 1)];
    }),
  );
}

describe(
  'the alerts',
  { skip: !hasPromtool() && process.env['CI'] !== 'true' && NO_PROMTOOL },
  () => {
    let folder: string;
    before(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-alerts-'));
    });
    after(() => rm(folder, { recursive: true }));

    /** Fails unless, after an hour of these series, exactly this comes of the alert. */
    async function expectAlert(alert: string, given: readonly Series[], fired: readonly Labels[]) {
      const rule = rules.find((one) => one.alert === alert) ?? assert.fail(alert);
      const expected = fired.map((labels) => ({
        exp_labels: { ...rule.labels, ...labels },
        exp_annotations: {
          summary: rule.annotations.summary.replace(
            /\{\{ \$labels\.(\w+) \}\}/g,
            (_, name: string) => labels[name] ?? '',
          ),
        },
      }));
      const test = {
        rule_files: [RULES],
        evaluation_interval: '1m',
        tests: [
          {
            interval: '1m',
            input_series: given,
            alert_rule_test: [{ eval_time: '60m', alertname: alert, exp_alerts: expected }],
          },
        ],
      };
      const file = path.join(folder, `${alert}.json`);
      await writeFile(file, JSON.stringify(test));
      const { status, says } = promtool('test', 'rules', file);
      assert.equal(status, 0, says);
    }

    it('are rules that Prometheus loads', () => {
      const { status, says } = promtool('check', 'rules', RULES);
      assert.equal(status, 0, says);
    });

    it('are each fired by a test', () => {
      assert.deepEqual(
        Object.keys(FIRED),
        rules.map(({ alert }) => alert),
      );
    });

    for (const [alert, { by, labels = {} }] of Object.entries(FIRED)) {
      it(`fire: ${alert}`, async () => {
        await expectAlert(alert, by, [labels]);
      });
      if (alert === 'ModelGatewayAbsent') continue;
      it(`are not fired by another job: ${alert}`, async () => {
        await expectAlert(alert, by.map(elsewhere), []);
      });
    }

    for (const kind of ['reads', 'writes', 'background'] as const) {
      it(`fire at the first outage of a process: ${kind}`, async () => {
        const metrics = createMetrics(() => 0);
        const atStart = await metrics.text();
        metrics.storeFailed(kind);
        const series = seriesOf(atStart, await metrics.text());
        await expectAlert('ModelGatewayStoreAway', series, [{ kind }]);
      });
    }

    const ASKED: Readonly<Record<string, object>> = {
      '/images': { model: 'openai/gpt-image-1-mini', prompt: 'a red panda' },
      '/chat/completions': {
        model: 'openai/gpt-5.4',
        messages: [{ role: 'user', content: 'a red panda' }],
      },
      '/messages': {
        model: 'openai/gpt-5.4',
        messages: [{ role: 'user', content: 'a red panda' }],
      },
      '/responses': { model: 'openai/gpt-5.4', input: 'a red panda' },
    };
    for (const [route, value] of Object.entries(ASKED)) {
      it(`fire at the first answer by which a provider refuses its key: ${route}`, async () => {
        await using openai = await startFakeOpenAi({ apiKey: 'another' });
        await using gateway = await openGateway({
          store: 'sqlite::memory:',
          credits: { required: false },
          log: { level: 'silent' },
          egress: { allowOrigins: [new URL(openai.baseUrl).origin] },
          providers: [{ kind: 'openai', apiKey: 'wrong', baseUrl: openai.baseUrl }],
        });
        const ask = (part: object) =>
          gateway.handle(aRequest(route, { method: 'POST', mount: '', ...part }));
        const { id: workspaceId } = await gateway.administration.workspaces.create({
          accountId: 'user_1',
          name: 'Default',
        });
        const { text } = await gateway.administration.keys.create({
          label: 'shop',
          userId: 'user_1',
          workspaceId,
        });
        await gateway.ready();
        const scrape = async () => {
          const headers = { accept: 'application/openmetrics-text' };
          const page = await gateway.admin(aRequest('/metrics', { mount: '', headers }));
          assert.ok(page?.body.kind === 'bytes');
          return Buffer.concat(page.body.parts).toString('utf8');
        };
        const atStart = await scrape();
        const response = await ask({
          headers: { authorization: `Bearer ${text}` },
          body: {
            kind: 'parsed',
            value,
          },
        });
        assert.equal(response?.status, 502);
        await expectAlert('ModelGatewayProviderKeyRefused', seriesOf(atStart, await scrape()), [
          { provider: 'openai' },
        ]);
      });
    }
  },
);
