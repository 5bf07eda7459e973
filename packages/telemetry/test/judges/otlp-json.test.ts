import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import fc from 'fast-check';
import { encodeJson } from '../../src/otlp/encode-json.ts';
import type { AttributeValue, Span } from '../../src/otlp/span.ts';

/*
 * Judged by the serializer of OpenTelemetry's own SDK, whose spans can be said in both. It writes
 * 64-bit integers as numbers and loses some; ours are text, as OTLP has them.
 */

type ReadableSpan = Parameters<typeof JsonTraceSerializer.serializeRequest>[0][number];

const NANOS = 1_000_000_000n;

const hex = (length: number) =>
  fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`)).filter((id) => !/^0*$/.test(id));
const text = fc.string({ unit: fc.constantFrom('a', 'é', '中', '😀', '\0', '"', '\\', '\n') });
const time = fc.bigInt({ min: 0n, max: 2n ** 61n });
/** Numbers are told apart by their value there, so no double is a whole number. */
const value: fc.Arbitrary<AttributeValue> = fc.letrec<{ any: AttributeValue }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.boolean(),
    fc.maxSafeInteger().map((int) => ({ int })),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((double) => !Number.isInteger(double))
      .map((double) => ({ double })),
    fc.array(tie('any'), { maxLength: 3 }).map((list) => ({ list })),
  ),
})).any;
const attributes = fc.dictionary(text, value, { maxKeys: 5, noNullPrototype: true });
const span: fc.Arbitrary<Span> = fc.record({
  traceId: hex(32),
  spanId: hex(16),
  parentSpanId: fc.option(hex(16), { nil: undefined }),
  name: text,
  kind: fc.constantFrom(1 as const, 3 as const),
  startNanos: time,
  endNanos: time,
  attributes: attributes.map((one) => [one]),
  status: fc.record({
    code: fc.constantFrom(0 as const, 1 as const, 2 as const),
    message: fc.option(text, { nil: undefined }),
  }),
});

function toNative(given: AttributeValue): unknown {
  if (typeof given !== 'object') return given;
  if ('int' in given) return Number(given.int);
  if ('double' in given) return given.double;
  return given.list.map(toNative);
}

const toNativeEach = (given: Readonly<Record<string, AttributeValue | undefined>>) =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, each]) =>
      each === undefined ? [] : [[name, toNative(each)]],
    ),
  );

const resource = { 'service.name': 'model-gateway' };
const scope = { name: 'scope', version: '1' };
/** Spans with the same object are one group there. */
const sharedResource = { attributes: resource };

/** The same span as the SDK has it: kinds from 0, times as seconds and nanoseconds. */
function toReadable(one: Span): ReadableSpan {
  const hrTime = (nanos: bigint) => [Number(nanos / NANOS), Number(nanos % NANOS)];
  // The serializer reads these members alone.
  return {
    name: one.name,
    kind: one.kind - 1,
    spanContext: () => ({ traceId: one.traceId, spanId: one.spanId, traceFlags: 1 }),
    parentSpanContext: one.parentSpanId && { spanId: one.parentSpanId },
    startTime: hrTime(one.startNanos),
    endTime: hrTime(one.endNanos),
    status: one.status,
    attributes: toNativeEach(one.attributes[0] ?? {}),
    events: [],
    links: [],
    resource: sharedResource,
    instrumentationScope: scope,
  } as unknown as ReadableSpan;
}

/** What the SDK's spans have besides ours, which a receiver takes as its defaults. */
const MORE = new Set([
  'droppedAttributesCount',
  'droppedEventsCount',
  'droppedLinksCount',
  'events',
  'links',
  'flags',
]);

function official(spans: readonly Span[]): unknown {
  const bytes = JsonTraceSerializer.serializeRequest(spans.map(toReadable));
  return JSON.parse(new TextDecoder().decode(bytes), (key, each: unknown) => {
    if (MORE.has(key)) return undefined;
    return key === 'intValue' ? String(each) : each;
  });
}

describe('the OTLP encoder for JSON', () => {
  it('writes what the serializer of the SDK writes, except that its integers are text', () => {
    const numRuns = process.env['MODEL_GATEWAY_LONG_TESTS'] === undefined ? 300 : 10_000;
    fc.assert(
      fc.property(fc.array(span, { minLength: 1, maxLength: 4 }), (spans) => {
        const ours: unknown = JSON.parse(encodeJson({ resource, scope, spans }));
        assert.deepEqual(ours, official(spans));
      }),
      { numRuns, seed: 19 },
    );
  });
});
