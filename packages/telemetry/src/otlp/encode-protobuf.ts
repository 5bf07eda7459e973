import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { Attributes, AttributeValue, Span, SpanBatch, SpanFrame } from './span.ts';

/**
 * Encodes spans as an `ExportTraceServiceRequest` of OTLP in protobuf. Half a surrogate pair
 * becomes U+FFFD. Source: opentelemetry-proto 1.x, whose field numbers are the comments here.
 */
export function encodeProtobuf({ spans, ...frame }: SpanBatch): Uint8Array<ArrayBuffer> {
  return framedProtobuf(frame, [spansToProtobuf(spans)]);
}

/** Encodes some of the spans of a batch, for `framedProtobuf`. */
export function spansToProtobuf(spans: readonly Span[]): Uint8Array {
  const writer = new BinaryWriter();
  for (const span of spans) message(writer, 2 /* spans */, () => writeSpan(writer, span));
  return writer.finish();
}

/** Puts encoded spans into the request that they are sent in. */
export function framedProtobuf(
  { resource, scope }: SpanFrame,
  parts: readonly Uint8Array[],
): Uint8Array<ArrayBuffer> {
  const writer = new BinaryWriter();
  message(writer, 1 /* resource_spans */, () => {
    message(writer, 1 /* resource */, () => writeAttributes(writer, 1, resource));
    message(writer, 2 /* scope_spans */, () => {
      message(writer, 1 /* scope */, () => {
        text(writer, 1 /* name */, scope.name);
        text(writer, 2 /* version */, scope.version);
      });
      for (const part of parts) writer.raw(part);
    });
  });
  return writer.finish();
}

function writeSpan(writer: BinaryWriter, span: Span): void {
  const { traceId, spanId, parentSpanId, name, kind, startNanos, endNanos, status } = span;
  bytes(writer, 1 /* trace_id */, traceId);
  bytes(writer, 2 /* span_id */, spanId);
  if (parentSpanId !== undefined) bytes(writer, 4 /* parent_span_id */, parentSpanId);
  text(writer, 5 /* name */, name);
  writer.tag(6 /* kind */, WireType.Varint).int32(kind);
  writer.tag(7 /* start_time_unix_nano */, WireType.Bit64).fixed64(startNanos);
  writer.tag(8 /* end_time_unix_nano */, WireType.Bit64).fixed64(endNanos);
  writeAttributes(writer, 9, span.attributes);
  message(writer, 15 /* status */, () => {
    if (status.message !== undefined) text(writer, 2 /* message */, status.message);
    if (status.code !== 0) writer.tag(3 /* code */, WireType.Varint).int32(status.code);
  });
}

function writeAttributes(writer: BinaryWriter, field: number, attributes: Attributes): void {
  // Most of the bytes are written here, so without a function for each message.
  for (const key of Object.keys(attributes)) {
    const value = attributes[key];
    if (value === undefined) continue;
    writer.tag(field, WireType.LengthDelimited).fork();
    text(writer, 1 /* key */, key);
    writer.tag(2 /* value */, WireType.LengthDelimited).fork();
    writeValue(writer, value);
    writer.join().join();
  }
}

/** Of the alternatives of a value one is always written, even where it is empty, 0 or false. */
function writeValue(writer: BinaryWriter, value: AttributeValue): void {
  if (typeof value === 'string') text(writer, 1 /* string_value */, value);
  else if (typeof value === 'boolean') writer.tag(2 /* bool_value */, WireType.Varint).bool(value);
  else if ('int' in value) writer.tag(3 /* int_value */, WireType.Varint).int64(value.int);
  else if ('double' in value) {
    writer.tag(4 /* double_value */, WireType.Bit64).double(value.double);
  } else {
    message(writer, 5 /* array_value */, () => {
      for (const item of value.list) {
        message(writer, 1 /* values */, () => writeValue(writer, item));
      }
    });
  }
}

function message(writer: BinaryWriter, field: number, write: () => void): void {
  writer.tag(field, WireType.LengthDelimited).fork();
  write();
  writer.join();
}

function text(writer: BinaryWriter, field: number, value: string): void {
  // The encoder replaces half a surrogate pair itself.
  writer.tag(field, WireType.LengthDelimited).string(value);
}

function bytes(writer: BinaryWriter, field: number, hex: string): void {
  const raw = new Uint8Array(hex.length / 2);
  for (let i = 0; i < raw.length; i++) {
    raw[i] = (digit(hex.charCodeAt(2 * i)) << 4) | digit(hex.charCodeAt(2 * i + 1));
  }
  writer.tag(field, WireType.LengthDelimited).bytes(raw);
}

/** The value of `0` to `9` and `a` to `f`. */
function digit(code: number): number {
  return code < 0x3a ? code - 0x30 : code - 0x57;
}
