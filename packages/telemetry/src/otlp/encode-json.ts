import { concatenate } from '@model-gateway/core/http';
import type { Attributes, AttributeValue, Span, SpanBatch, SpanFrame } from './span.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const COMMA = encoder.encode(',');

/**
 * Encodes spans as an `ExportTraceServiceRequest` of OTLP in JSON: ids in hex, enumerations as
 * numbers, 64-bit integers as decimal text. Half a surrogate pair becomes U+FFFD. Source: OTLP 1.x,
 * "JSON Protobuf Encoding".
 */
export function encodeJson({ spans, ...frame }: SpanBatch): string {
  const { before, after } = textAround(frame);
  return before + textOf(spans) + after;
}

/** Encodes some of the spans of a batch, at least one, for `framedJson`. */
export function spansToJson(spans: readonly Span[]): Bytes {
  return encoder.encode(textOf(spans));
}

/** Puts encoded spans into the request that they are sent in. */
export function framedJson(frame: SpanFrame, parts: readonly Bytes[]): Bytes {
  const { before, after } = textAround(frame);
  const separated = parts.flatMap((part, i) => (i === 0 ? [part] : [COMMA, part]));
  return concatenate([encoder.encode(before), ...separated, encoder.encode(after)]);
}

function textOf(spans: readonly Span[]): string {
  return spans.map((span) => JSON.stringify(spanToJson(span))).join(',');
}

function textAround({ resource, scope }: SpanFrame) {
  const attributes = JSON.stringify({ attributes: attributesToJson(resource) });
  return {
    before: `{"resourceSpans":[{"resource":${attributes},"scopeSpans":[{"scope":${JSON.stringify(scope)},"spans":[`,
    after: ']}]}]}',
  };
}

function spanToJson(span: Span): unknown {
  const { traceId, spanId, parentSpanId, name, kind, startNanos, endNanos, status } = span;
  const message = status.message?.toWellFormed();
  return {
    traceId,
    spanId,
    parentSpanId,
    name: name.toWellFormed(),
    kind,
    startTimeUnixNano: String(startNanos),
    endTimeUnixNano: String(endNanos),
    attributes: span.attributes.flatMap(attributesToJson),
    status: { ...status, message },
  };
}

function attributesToJson(attributes: Attributes): unknown[] {
  const list: unknown[] = [];
  for (const key of Object.keys(attributes)) {
    const value = attributes[key];
    if (value !== undefined) list.push({ key: key.toWellFormed(), value: valueToJson(value) });
  }
  return list;
}

function valueToJson(value: AttributeValue): unknown {
  if (typeof value === 'string') return { stringValue: value.toWellFormed() };
  if (typeof value === 'boolean') return { boolValue: value };
  if ('int' in value) return { intValue: String(value.int) };
  if ('double' in value) return { doubleValue: doubleToJson(value.double) };
  return { arrayValue: { values: value.list.map(valueToJson) } };
}

/** JSON has no literal for these; protobuf's JSON mapping writes them as text. */
function doubleToJson(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}
