import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EXPORTER_KINDS } from '../../src/kinds/index.ts';
import { toObservation } from '../../src/view/observation.ts';
import { CONFIGS } from '../support/destinations.ts';
import { decodeSpans } from '../support/decode-spans.ts';
import { aFailedRecord, aRecord, NOW } from '../support/records.ts';

const OTHERS = new Set(['datadog', 'clickhouse', 's3', 'snowflake']);
const OTLP_KINDS = [...EXPORTER_KINDS.keys()].filter((type) => !OTHERS.has(type));

const VIEWS = [
  aRecord(1, { sessionId: 's-1', generation: { parameters: { n: 1, model: 'mine' } } }),
  aFailedRecord(2, 'no'),
].map((record) => toObservation(record)?.full ?? assert.fail());

describe('a span', () => {
  for (const type of OTLP_KINDS) {
    it(`for ${type} has each attribute once`, async () => {
      // Kinds are the keys of CONFIGS.
      const made = EXPORTER_KINDS.get(type)?.compile(CONFIGS[type as keyof typeof CONFIGS]);
      if (made === undefined || 'problem' in made) assert.fail(made?.problem);
      const request = await made.encode(VIEWS, { batchId: 'batch-1', now: NOW });
      const spans = decodeSpans(request);
      assert.ok(spans.length >= 2);
      for (const { attributes } of spans) {
        const names = attributes.map(({ key }) => key);
        assert.deepEqual(names, [...new Set(names)]);
      }
    });
  }
});
