import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { encodeJson } from '../../src/otlp/encode-json.ts';
import { framedProtobuf, spansToProtobuf } from '../../src/otlp/encode-protobuf.ts';
import { rejectedSpansIn } from '../../src/otlp/read-response.ts';
import type { AttributeValue, Span, SpanBatch } from '../../src/otlp/span.ts';
import {
  ExportTraceServiceRequest,
  ExportTraceServiceResponse,
} from '../support/generated-otlp.ts';

const encodeProtobuf = ({ spans, ...frame }: SpanBatch) =>
  framedProtobuf(frame, [spansToProtobuf(spans)]);

/* Judged by the decoder that the OpenTelemetry project generates from its .proto files. */

const hex = (length: number) =>
  fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`)).filter((id) => !/^0*$/.test(id));
const text = fc.string({ unit: fc.constantFrom('a', 'é', '中', '😀', '\ud800', '\0', '"', '\\') });
const value: fc.Arbitrary<AttributeValue> = fc.letrec<{ any: AttributeValue }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.boolean(),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((int) => ({ int })),
    fc.constantFrom(
      { int: 2 ** 53 - 1 },
      { int: 2 ** 32 },
      { int: 2 ** 32 - 1 },
      { int: -1 },
      { int: 0 },
      { int: 2n ** 53n + 1n },
    ),
    fc.double({ noNaN: true }).map((double) => ({ double })),
    fc.array(tie('any'), { maxLength: 3 }).map((list) => ({ list })),
  ),
})).any;
const attributes = fc.dictionary(text, value, { maxKeys: 5 }).map((entries) =>
  // Two names that differ in half a pair become one on the wire.
  Object.fromEntries(Object.entries(entries).map(([name, each]) => [name.toWellFormed(), each])),
);
const span: fc.Arbitrary<Span> = fc.record({
  traceId: hex(32),
  spanId: hex(16),
  parentSpanId: fc.option(hex(16), { nil: undefined }),
  name: text,
  kind: fc.constantFrom(1 as const, 3 as const),
  startNanos: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
  endNanos: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
  attributes: fc.array(attributes, { maxLength: 2 }),
  status: fc.record({
    code: fc.constantFrom(0 as const, 1 as const, 2 as const),
    message: fc.option(text, { nil: undefined }),
  }),
});
const batch: fc.Arbitrary<SpanBatch> = fc.record({
  resource: attributes,
  scope: fc.constant({ name: 'scope', version: '1' }),
  spans: fc.array(span, { maxLength: 4 }),
});

/** Decodes by the generated code, 64-bit integers as text. */
function decode(bytes: Uint8Array): unknown {
  const decoded = ExportTraceServiceRequest.decode(bytes);
  assert.equal(ExportTraceServiceRequest.verify(decoded), null);
  const options = { longs: String, bytes: String, json: true };
  return JSON.parse(JSON.stringify(ExportTraceServiceRequest.toObject(decoded, options)));
}

/** Returns the JSON in the form of the generated decoder: no defaults, ids in base64. */
function shown(json: string): unknown {
  return prune(
    JSON.parse(json, (key, each: unknown) => {
      const isId = key === 'traceId' || key === 'spanId' || key === 'parentSpanId';
      return isId && typeof each === 'string' ? Buffer.from(each, 'hex').toString('base64') : each;
    }),
  );
}

/** Empty lists are not on the wire, nor is a status code of 0. */
function prune(each: unknown, name = ''): unknown {
  if (Array.isArray(each)) return each.map((item) => prune(item));
  if (typeof each !== 'object' || each === null) return each;
  const entries = Object.entries(each)
    .filter(([, item]) => !(Array.isArray(item) && item.length === 0))
    .filter(([key, item]) => !(name === 'status' && key === 'code' && item === 0))
    .map(([key, item]) => [key, prune(item, key)]);
  return Object.fromEntries(entries);
}

describe('the OTLP encoders', () => {
  it('say the same in protobuf and JSON, and the generated decoder agrees', () => {
    const numRuns = process.env['MODEL_GATEWAY_LONG_TESTS'] === undefined ? 300 : 10_000;
    fc.assert(
      fc.property(batch, (spans) => {
        assert.deepEqual(decode(encodeProtobuf(spans)), shown(encodeJson(spans)));
      }),
      { numRuns, seed: 16 },
    );
  });

  it('keep integers that a double cannot hold', () => {
    const int = 9_007_199_254_740_993n;
    const json = encodeJson(oneSpan({ count: { int } }));
    assert.match(json, /"intValue":"9007199254740993"/);
    assert.match(
      JSON.stringify(decode(encodeProtobuf(oneSpan({ count: { int } })))),
      /"9007199254740993"/,
    );
  });

  it('write what JSON has no literal for as protobuf does', () => {
    const json = encodeJson(oneSpan({ a: { double: Number.NaN }, b: { double: -Infinity } }));
    assert.match(json, /"doubleValue":"NaN"/);
    assert.match(json, /"doubleValue":"-Infinity"/);
  });

  it('replace half a surrogate pair in both formats', () => {
    const spans = oneSpan({ text: 'a\ud800b' });
    assert.match(encodeJson(spans), /"a\ufffdb"/);
    assert.match(JSON.stringify(decode(encodeProtobuf(spans))), /"a\ufffdb"/);
  });
});

describe('a partial success', () => {
  const protobuf = ExportTraceServiceResponse.encode({
    partialSuccess: { rejectedSpans: 3, errorMessage: 'too old' },
  }).finish();
  const json = '{"partialSuccess":{"rejectedSpans":"3","errorMessage":"too old"}}';
  for (const [what, type, body, rejected] of [
    ['in protobuf', 'application/x-protobuf', protobuf, 3],
    ['in JSON, as text', 'application/json', Buffer.from(json), 3],
    ['in JSON, as a number', 'application/json', Buffer.from(json.replace('"3"', '3')), 3],
    ['without a count', 'application/json', Buffer.from('{"partialSuccess":{}}'), 0],
    ['that is negative', 'application/json', Buffer.from(json.replace('"3"', '-3')), 0],
    ['that is not there', 'application/json', Buffer.from('{}'), 0],
    ['in an empty body', undefined, new Uint8Array(), 0],
    ['in a page', 'text/html', Buffer.from('<p>thanks</p>'), 0],
    ['in bytes that are cut off', 'application/x-protobuf', protobuf.slice(0, 3), 0],
  ] as const) {
    it(`${what} rejects ${rejected}`, () => {
      assert.equal(rejectedSpansIn(type, body), rejected);
    });
  }
});

function oneSpan(given: Record<string, AttributeValue>): SpanBatch {
  return {
    resource: {},
    scope: { name: 's', version: '1' },
    spans: [
      {
        traceId: '1'.repeat(32),
        spanId: '2'.repeat(16),
        parentSpanId: undefined,
        name: 'n',
        kind: 3,
        startNanos: 1n,
        endNanos: 2n,
        attributes: [given],
        status: { code: 0 },
      },
    ],
  };
}
