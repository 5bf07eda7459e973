import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { DESTINATION_KINDS } from '@model-gateway/core';
import { EXPORTER_KINDS } from '../../src/kinds/index.ts';
import type { Exporter } from '../../src/kinds/exporter-kind.ts';
import { toObservation } from '../../src/view/observation.ts';
import { CONFIGS } from '../support/destinations.ts';
import { aRecord, NOW } from '../support/records.ts';

type Kind = keyof typeof CONFIGS;

const CONTEXT = { batchId: 'batch-1', now: NOW };
const VIEW = toObservation(aRecord(1))?.full ?? assert.fail();

function exporterOf(type: string, config: Record<string, unknown>): Exporter {
  const made = EXPORTER_KINDS.get(type)?.compile(config);
  if (made === undefined || 'problem' in made) assert.fail(`${type}: ${made?.problem}`);
  return made;
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

/** Those whose requests have tests of their own. */
type Other = 'webhook' | 'datadog' | 'clickhouse' | 's3' | 'snowflake' | 'ramp';

/** Where each kind sends to and how it signs in, by its vendor's documents. */
const REQUESTS: Record<
  Exclude<keyof typeof DESTINATION_KINDS, Other>,
  readonly [url: string, headers: Record<string, string>]
> = {
  langfuse: [
    'https://langfuse.example/api/public/otel/v1/traces',
    {
      authorization: basic('pk-SECRET-1:sk-SECRET-2'),
      'x-langfuse-ingestion-version': '4',
      'content-type': 'application/json',
    },
  ],
  'otel-collector': [
    'https://collector.example:4318/v1/traces',
    { 'content-type': 'application/x-protobuf' },
  ],
  langsmith: [
    'https://langsmith.example/otel/v1/traces',
    {
      'x-api-key': 'SECRET-4',
      'langsmith-project': 'main',
      'x-tenant-id': 'w-1',
      'content-type': 'application/x-protobuf',
    },
  ],
  braintrust: [
    'https://braintrust.example/otel/v1/traces',
    {
      authorization: 'Bearer SECRET-5',
      'x-bt-parent': 'project_id:p-1',
      'content-type': 'application/x-protobuf',
    },
  ],
  posthog: [
    'https://posthog.example/i/v0/ai/otel',
    { authorization: 'Bearer SECRET-7', 'content-type': 'application/json' },
  ],
  grafana: [
    'https://grafana.example/otlp/v1/traces',
    { authorization: basic('4711:SECRET-8'), 'content-type': 'application/x-protobuf' },
  ],
  newrelic: [
    'https://otlp.eu01.nr-data.net/v1/traces',
    { 'api-key': 'SECRET-9', 'content-type': 'application/x-protobuf' },
  ],
  arize: [
    'https://arize.example/v1/traces',
    {
      space_id: 'SECRET-11',
      api_key: 'SECRET-10',
      'arize-space-id': 'SECRET-11',
      'arize-api-key': 'SECRET-10',
      'content-type': 'application/x-protobuf',
    },
  ],
  opik: [
    'https://www.comet.com/opik/api/v1/private/otel/v1/traces',
    {
      authorization: 'SECRET-12',
      'comet-workspace': 'team',
      projectname: 'demo',
      'content-type': 'application/x-protobuf',
    },
  ],
  sentry: [
    'https://sentry.example/api/1/integration/otlp/v1/traces',
    {
      'x-sentry-auth': 'sentry sentry_key=SECRET13',
      'content-type': 'application/x-protobuf',
    },
  ],
  weave: [
    'https://weave.example/otel/v1/traces',
    {
      'wandb-api-key': 'SECRET-14',
      project_id: 'team/demo',
      'content-type': 'application/x-protobuf',
    },
  ],
};

/** Where a kind sends to without an address of its own. */
const DEFAULT_URLS: Partial<Record<Kind, string>> = {
  langfuse: 'https://cloud.langfuse.com/api/public/otel/v1/traces',
  langsmith: 'https://api.smith.langchain.com/otel/v1/traces',
  braintrust: 'https://api.braintrust.dev/otel/v1/traces',
  posthog: 'https://us.i.posthog.com/i/v0/ai/otel',
  newrelic: 'https://otlp.nr-data.net/v1/traces',
  arize: 'https://otlp.arize.com/v1/traces',
  weave: 'https://trace.wandb.ai/otel/v1/traces',
};

describe('a request to', () => {
  for (const [type, [url, headers]] of Object.entries(REQUESTS)) {
    it(`${type} has its address and credentials`, async () => {
      // The keys of CONFIGS are the kinds.
      const exporter = exporterOf(type, CONFIGS[type as Kind]);
      for (const request of [
        await exporter.encode([VIEW], CONTEXT),
        await exporter.test(CONTEXT),
      ]) {
        assert.equal(request.url, url);
        assert.equal(request.method, 'POST');
        assert.deepEqual(request.headers, headers);
      }
    });
  }

  for (const [type, url] of Object.entries(DEFAULT_URLS)) {
    it(`${type} goes to the vendor when no address is configured`, async () => {
      const { baseUrl, endpoint, region, ...config } = {
        baseUrl: '',
        endpoint: '',
        region: '',
        ...CONFIGS[type as Kind],
      };
      const request = await exporterOf(type, config).encode([VIEW], CONTEXT);
      assert.equal(request.url, url, `${baseUrl}${endpoint}${region}`);
    });
  }

  for (const [endpoint, url] of [
    ['http://c.example', 'http://c.example/v1/traces'],
    ['http://c.example/', 'http://c.example/v1/traces'],
    ['http://c.example/custom', 'http://c.example/custom'],
    ['http://c.example/v1/traces?tenant=1', 'http://c.example/v1/traces?tenant=1'],
  ] as const) {
    it(`the collector ${endpoint} goes to ${url}`, async () => {
      const request = await exporterOf('otel-collector', { endpoint }).encode([VIEW], CONTEXT);
      assert.equal(request.url, url);
    });
  }

  it('grafana does not double /otlp', async () => {
    const config = { ...CONFIGS.grafana, baseUrl: 'https://grafana.example' };
    const request = await exporterOf('grafana', config).encode([VIEW], CONTEXT);
    assert.equal(request.url, 'https://grafana.example/otlp/v1/traces');
  });

  it('any kind has the extra headers, but not those that frame the message', async () => {
    const headers = {
      'X-Tenant': '7',
      Host: 'evil.example',
      'Content-Type': 'text/plain',
      'transfer-encoding': 'chunked',
    };
    const exporter = exporterOf('otel-collector', { endpoint: 'https://c.example', headers });
    assert.deepEqual((await exporter.encode([VIEW], CONTEXT)).headers, {
      'x-tenant': '7',
      'content-type': 'application/x-protobuf',
    });
  });
});

describe('a webhook', () => {
  it('is called as configured, with a batch id', async () => {
    const exporter = exporterOf('webhook', { url: 'https://hooks.example/in?team=7' });
    const request = await exporter.encode([VIEW], CONTEXT);
    assert.equal(request.url, 'https://hooks.example/in?team=7');
    assert.equal(request.method, 'POST');
    assert.deepEqual(request.headers, {
      'content-type': 'application/json',
      'x-gateway-batch-id': 'batch-1',
    });
  });

  it('is signed over time and body when it has a secret', async () => {
    const request = await exporterOf('webhook', CONFIGS.webhook).encode([VIEW], CONTEXT);
    const seconds = NOW / 1000;
    const digest = createHmac('sha256', 'SECRET-3').update(`${seconds}.`).update(request.body);
    const signature = `t=${seconds},v1=${digest.digest('hex')}`;
    assert.equal(request.method, 'PUT');
    assert.equal(request.headers['x-gateway-signature'], signature);
  });

  it('is tested with an empty request that says so; a 400 passes', async () => {
    const exporter = exporterOf('webhook', CONFIGS.webhook);
    const request = await exporter.test(CONTEXT);
    assert.equal(request.body, '{"resourceSpans":[]}');
    assert.equal(request.headers['x-test-connection'], 'true');
    const answer = (status: number) => ({ status, headers: {}, body: new Uint8Array() });
    const passing = [200, 204, 400, 401, 404, 500].filter((status) =>
      exporter.passesTest?.(answer(status)),
    );
    assert.deepEqual(passing, [200, 204, 400]);
  });
});

describe('a config', () => {
  const problemOf = (type: string, config: Record<string, unknown>) => {
    const made = EXPORTER_KINDS.get(type)?.compile(config);
    return made !== undefined && 'problem' in made ? made.problem : undefined;
  };

  for (const type of EXPORTER_KINDS.keys()) {
    it(`of ${type} must have every required member, and no problem repeats a value`, () => {
      // The kinds are the keys.
      const kind = type as Kind;
      const required = Object.entries(DESTINATION_KINDS[kind]).filter(([, each]) => each.required);
      for (const [name] of required) {
        const config: Record<string, unknown> = { ...CONFIGS[kind] };
        delete config[name];
        assert.match(problemOf(type, config) ?? '', new RegExp(`^config\\.${name} `), name);
        const broken = problemOf(type, { ...CONFIGS[kind], [name]: 'SECRET\nvalue' });
        assert.match(broken ?? '', new RegExp(`^config\\.${name} `), name);
        assert.doesNotMatch(broken ?? '', /SECRET/);
      }
    });
  }

  for (const [type, member, value] of [
    ['webhook', 'url', 'ftp://hooks.example'],
    ['webhook', 'url', 'https://user:password@hooks.example'],
    ['webhook', 'method', 'DELETE'],
    ['newrelic', 'region', 'eu/../x'],
    ['sentry', 'dsn', 'https://sentry.example/1'],
    ['sentry', 'dsn', 'not a DSN'],
    ['snowflake', 'account', 'x.evil.com/#'],
    ['snowflake', 'account', 'x@evil.example'],
    ['snowflake', 'table', 'T; DROP TABLE X'],
    ['clickhouse', 'host', 'a/b'],
    ['clickhouse', 'host', 'user@evil.example'],
    ['clickhouse', 'host', 'file://localhost/etc'],
    ['clickhouse', 'database', 'a`b'],
    ['s3', 'region', 'a/b'],
    ['s3', 'bucketName', 'evil.example/x?'],
    ['s3', 'pathTemplate', '{date}/{secretAccessKey}'],
  ] as const) {
    it(`of ${type} with the ${member} ${value} is refused`, () => {
      const problem = problemOf(type, { ...CONFIGS[type], [member]: value });
      assert.match(problem ?? '', new RegExp(`^config\\.${member} must be `));
    });
  }
});

describe('an answer of any status and body', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const BODIES = [
    bytes(''),
    bytes('{}'),
    bytes('{"partialSuccess":null}'),
    bytes('{"partialSuccess":{"rejectedSpans":"many"}}'),
    bytes('{"partialSuccess":{"rejectedSpans":1e400}}'),
    bytes('[1'),
    bytes('<html>'),
    bytes('Code: 60. DB::Exception'),
    bytes('[['.repeat(10_000)),
    Uint8Array.of(0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f),
    Uint8Array.of(0xff, 0xfe, 0x00, 0x80),
  ];
  const TYPES = ['application/json', 'application/x-protobuf', 'text/html', 'x', ''];
  const EXPECTED = new Set(['sent', 'retry', 'split', 'refused']);

  for (const type of EXPORTER_KINDS.keys()) {
    it(`at ${type} has a verdict, and rejects whole numbers of records`, () => {
      const exporter = exporterOf(type, CONFIGS[type as Kind]);
      for (const status of [200, 202, 204, 302, 400, 401, 404, 413, 429, 500, 503]) {
        for (const body of BODIES) {
          for (const contentType of TYPES) {
            const verdict = exporter.verdict({
              status,
              headers: { 'content-type': contentType },
              body,
            });
            assert.ok(EXPECTED.has(verdict.kind));
            if (verdict.kind === 'sent') assert.ok(Number.isSafeInteger(verdict.rejected));
          }
        }
      }
    });
  }
});

describe('the verdict of every status', () => {
  const answer = (status: number) => ({ status, headers: {}, body: new Uint8Array() });
  const verdicts = (exporter: Exporter) => {
    const by = new Map<string, number[]>();
    for (let status = 200; status < 600; status++) {
      const key = Object.values(exporter.verdict(answer(status))).join(' ');
      by.set(key, [...(by.get(key) ?? []), status]);
    }
    return by;
  };

  for (const [type, retried, hasWholeBatches] of [
    ['webhook', [429, 502, 503, 504], true],
    ['datadog', [429, 502, 503, 504], true],
    ['clickhouse', [429, 502, 503, 504], true],
    ['snowflake', [429, 502, 503, 504], true],
    ['s3', [429, 500, 502, 503, 504], false],
  ] as const) {
    it(`at ${type} sends ${retried.length} of them again`, () => {
      const by = verdicts(exporterOf(type, CONFIGS[type]));
      assert.deepEqual(by.get('retry'), retried);
      assert.equal(by.get('sent 0')?.length, 100);
      assert.deepEqual(by.get('refused auth'), [401, 403]);
      assert.deepEqual(by.get('refused quota'), [402]);
      assert.deepEqual(by.get('split size'), [413]);
      assert.deepEqual(by.get('split data'), hasWholeBatches ? [400] : undefined);
      assert.ok(by.get('refused missing')?.includes(301));
    });
  }

  for (const type of Object.keys(REQUESTS)) {
    it(`at ${type} follows OTLP: only four are sent again`, () => {
      const by = verdicts(exporterOf(type, CONFIGS[type as Kind]));
      assert.deepEqual(by.get('retry'), [429, 502, 503, 504]);
      assert.deepEqual(by.get('sent 0')?.length, 100);
      assert.deepEqual(by.get('refused auth'), [401, 403]);
      assert.deepEqual(by.get('refused quota'), [402]);
      assert.deepEqual(by.get('split size'), [413]);
      const whole = ['langfuse', 'posthog', 'opik'].includes(type) ? [400] : undefined;
      assert.deepEqual(by.get('split data'), whole);
      assert.ok(by.get('refused data')?.includes(500));
      assert.ok(by.get('refused missing')?.includes(404));
      assert.ok(by.get('refused missing')?.includes(301));
    });
  }
});
