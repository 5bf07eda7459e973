import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import { EXPORTER_KINDS } from '../../src/kinds/index.ts';
import type { Exporter } from '../../src/kinds/exporter-kind.ts';
import { toObservation } from '../../src/view/observation.ts';
import { CONFIGS } from '../support/destinations.ts';
import { aRecord, NOW, type GivenRecord } from '../support/records.ts';

/* Requests to ClickHouse, Snowflake, Datadog and S3. */

const CONTEXT = { batchId: '30000000-0000-4000-8000-000000000001', now: NOW };

const viewOf = (given: GivenRecord = {}) =>
  toObservation(aRecord(1, { sessionId: 's-1', ...given }))?.full ?? assert.fail();

function exporterOf(type: keyof typeof CONFIGS, changes: Record<string, unknown> = {}): Exporter {
  const made = EXPORTER_KINDS.get(type)?.compile({ ...CONFIGS[type], ...changes });
  if (made === undefined || 'problem' in made) assert.fail(`${type}: ${made?.problem}`);
  return made;
}

const answer = (status: number, body = '', headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: new TextEncoder().encode(body),
});

describe('ClickHouse', () => {
  it('gets an insert with a row per line', async () => {
    const request = await exporterOf('clickhouse').encode([viewOf(), viewOf()], CONTEXT);
    const url = new URL(request.url);
    assert.equal(url.origin, 'https://clickhouse.example:8443');
    assert.equal(url.searchParams.get('query'), 'INSERT INTO `traces`.`spans` FORMAT JSONEachRow');
    assert.equal(url.searchParams.get('insert_deduplication_token'), CONTEXT.batchId);
    assert.equal(request.headers['x-clickhouse-user'], 'writer');
    assert.equal(request.headers['x-clickhouse-key'], 'SECRET-15');
    const rows = String(request.body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(rows.length, 2);
    assert.equal(rows[0].MODEL, 'acme/paint-1');
    assert.equal(rows[0].TIMESTAMP, '2026-11-01T12:00:00.000Z');
    assert.equal(rows[0].TOTAL_COST, 0.04);
    assert.equal(rows[0].TOTAL_TOKENS, 4172);
    assert.equal(rows[0].INPUT, 'prompt 1');
  });

  it('may be a name without a scheme, then over https', async () => {
    const request = await exporterOf('clickhouse', { host: 'ch.example:8443' }).test(CONTEXT);
    assert.equal(new URL(request.url).origin, 'https://ch.example:8443');
    assert.equal(request.body, '');
  });

  for (const [code, verdict] of [
    [60, 'refused missing'],
    [16, 'refused missing'],
    [516, 'refused auth'],
    [252, 'retry'],
    [241, 'retry'],
    [41, 'split data'],
  ] as const) {
    it(`that answers with exception ${code} means ${verdict}, whatever the status`, () => {
      const exporter = exporterOf('clickhouse');
      const inBody = answer(400, `Code: ${code}. DB::Exception: …`);
      const inHeader = answer(400, '', { 'x-clickhouse-exception-code': String(code) });
      for (const each of [inBody, inHeader]) {
        assert.equal(Object.values(exporter.verdict(each)).join(' '), verdict);
      }
    });
  }

  it('that does not know deduplication gets the batch without it', async () => {
    const exporter = exporterOf('clickhouse');
    assert.deepEqual(exporter.verdict(answer(404, 'Code: 115')), { kind: 'retry' });
    const request = await exporter.encode([viewOf()], CONTEXT);
    assert.equal(new URL(request.url).searchParams.has('insert_deduplication_token'), false);
    assert.equal(exporter.verdict(answer(404, 'Code: 115')).kind, 'refused');
  });
});

describe('Snowflake', () => {
  it('gets one statement with all rows in one bind', async () => {
    const request = await exporterOf('snowflake').encode([viewOf()], CONTEXT);
    assert.equal(
      request.url,
      `https://acme-eu.snowflakecomputing.com/api/v2/statements?requestId=${CONTEXT.batchId}&retry=true`,
    );
    assert.equal(request.headers['authorization'], 'Bearer SECRET-19');
    const { statement, bindings, database } = JSON.parse(String(request.body));
    assert.match(statement, /^INSERT INTO OBSERVABILITY\.PUBLIC\.TRACES \(TRACE_ID, /);
    assert.doesNotMatch(statement, /prompt 1/);
    assert.equal(JSON.parse(bindings[1].value)[0].INPUT, 'prompt 1');
    assert.equal(database, 'OBSERVABILITY');
  });
});

describe('Datadog', () => {
  it('gets spans of LLM Observability', async () => {
    const request = await exporterOf('datadog').encode([viewOf()], CONTEXT);
    assert.equal(request.url, 'https://datadog.example/api/intake/llm-obs/v1/trace/spans');
    assert.equal(request.headers['dd-api-key'], 'SECRET-6');
    const { data } = JSON.parse(String(request.body));
    assert.equal(data.attributes.ml_app, 'images');
    const [span] = data.attributes.spans;
    assert.equal(span.parent_id, 'undefined');
    assert.equal(span.start_ns, NOW * 1e6);
    assert.equal(span.meta.kind, 'llm');
    assert.deepEqual(span.meta.input, { messages: [{ role: 'user', content: 'prompt 1' }] });
    assert.deepEqual(span.metrics, {
      input_tokens: 12,
      output_tokens: 4160,
      time_to_first_token: 1.21,
      total_tokens: 4172,
      total_cost: 0.04,
    });
  });
});

describe('S3', () => {
  for (const [what, changes, keyLabel] of [
    ['an endpoint of its own', {}, 'support'],
    ['an address of AWS', { endpoint: undefined }, 'support'],
    ['a key with any name', {}, "a b/ü!'()*=&"],
    ['no session token', { sessionToken: undefined }, 'support'],
  ] as const) {
    it(`gets a PUT whose signature @smithy/signature-v4 agrees with: ${what}`, async () => {
      const record = aRecord(1);
      const caller = record.caller && { ...record.caller, keyLabel };
      const view = viewOf({ caller });
      const { sessionToken, accessKeyId, secretAccessKey } = { ...CONFIGS.s3, ...changes };
      const request = await exporterOf('s3', changes).encode([view], CONTEXT);
      const url = new URL(request.url);
      const { authorization, ...headers } = request.headers;
      const signer = new SignatureV4({
        service: 's3',
        region: 'eu-central-1',
        credentials: {
          accessKeyId,
          secretAccessKey,
          ...(sessionToken === undefined ? {} : { sessionToken }),
        },
        sha256: Sha256,
        uriEscapePath: false,
        applyChecksum: false,
      });
      const signed = await signer.sign(
        {
          method: 'PUT',
          protocol: url.protocol,
          hostname: url.hostname,
          path: url.pathname,
          query: {},
          headers: { ...headers, host: url.host },
          body: String(request.body),
        },
        { signingDate: new Date(NOW), unsignableHeaders: new Set(['content-type']) },
      );
      assert.equal(authorization, signed.headers['authorization']);
    });
  }

  it('gets a key that is the same at every retry and stays below its prefix', async () => {
    const exporter = exporterOf('s3');
    const record = aRecord(1);
    const caller = record.caller && { ...record.caller, keyLabel: '../..' };
    const view = viewOf({ caller });
    const [one, two] = [
      await exporter.encode([view], CONTEXT),
      await exporter.encode([view], { ...CONTEXT, now: NOW + 60_000 }),
    ];
    assert.equal(one.url, two.url);
    assert.match(
      one.url,
      /^https:\/\/s3\.example\/traces\/gateway\/2026-11-01\/\.\._\.\.\/[0-9a-f]{32}-\d+\.json$/,
    );
  });

  it('that is busy gets the object again, also after a 500', () => {
    const exporter = exporterOf('s3');
    for (const status of [500, 503]) {
      assert.deepEqual(exporter.verdict(answer(status)), { kind: 'retry' });
    }
  });
});
