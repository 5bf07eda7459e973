import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ExportRequest } from '../../src/kinds/exporter-kind.ts';
import { EXPORTER_KINDS } from '../../src/kinds/index.ts';
import { toObservation } from '../../src/view/observation.ts';
import { CONFIGS } from '../support/destinations.ts';
import { decodeSpans } from '../support/decode-spans.ts';
import { aFailedRecord, aRecord, NOW } from '../support/records.ts';

const VIEWS = [
  aRecord(1, { sessionId: 's-1', generation: { parameters: { n: 1, model: 'mine' } } }),
  aFailedRecord(2, 'no'),
].map((record) => toObservation(record)?.full ?? assert.fail());

/** What each kind sends: a request per view, since some kinds send each record by itself. */
const SENT = await Promise.all(
  [...EXPORTER_KINDS.values()].map(async ({ type, compile }) => {
    // Kinds are the keys of CONFIGS.
    const made = compile(CONFIGS[type as keyof typeof CONFIGS]);
    if ('problem' in made) assert.fail(made.problem);
    const requests = VIEWS.map(async (view) =>
      made.encode([view], { batchId: 'batch-1', now: NOW }),
    );
    return { type, requests: await Promise.all(requests) };
  }),
);

describe('a span', () => {
  for (const { type, requests } of SENT.filter((sent) => sent.requests.some(isOtlp))) {
    it(`for ${type} has each attribute once`, () => {
      for (const request of requests) {
        const spans = decodeSpans(request);
        assert.ok(spans.length > 0);
        for (const { attributes } of spans) {
          const names = attributes.map(({ key }) => key);
          assert.deepEqual(names, [...new Set(names)]);
        }
      }
    });
  }
});

/** Tells spans, in protobuf or JSON, from the rows and events of the other kinds. */
function isOtlp({ headers, body }: ExportRequest): boolean {
  if (headers['content-type'] === 'application/x-protobuf') return true;
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return text.startsWith('{"resourceSpans":');
}
