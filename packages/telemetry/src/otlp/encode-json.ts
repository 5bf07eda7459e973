import type { Attributes, AttributeValue, Span, SpanBatch } from './span.ts';

/**
 * Encodes spans as an `ExportTraceServiceRequest` of OTLP in JSON: ids in hex, enumerations as
 * numbers, 64-bit integers as decimal text. Half a surrogate pair becomes U+FFFD. Source: OTLP 1.x,
 * "JSON Protobuf Encoding".
 */
export function encodeJson(batch: SpanBatch): string {
  return JSON.stringify(toJson(batch));
}

function toJson({ resource, scope, spans }: SpanBatch): unknown {
  const scopeSpans = [{ scope, spans: spans.map(spanToJson) }];
  return {
    resourceSpans: [{ resource: { attributes: attributesToJson(resource) }, scopeSpans }],
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
    attributes: attributesToJson(span.attributes),
    status: { ...status, message },
  };
}

function attributesToJson(attributes: Attributes): unknown {
  return Object.entries(attributes).map(([key, value]) => ({
    key: key.toWellFormed(),
    value: valueToJson(value),
  }));
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
