import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { concatenate } from '@model-gateway/core/http';
import type { Attributes, AttributeValue, Span, SpanFrame } from './span.ts';

/**
 * Encodes some of the spans of a batch, for `framedProtobuf`. Half a surrogate pair becomes U+FFFD.
 * Source: opentelemetry-proto 1.x, whose field numbers are the comments here.
 */
export function spansToProtobuf(spans: readonly Span[]): Uint8Array<ArrayBuffer> {
  const writer = new BinaryWriter();
  for (const span of spans) {
    open(writer, 2 /* spans */);
    writeSpan(writer, span);
    writer.join();
  }
  return writer.finish();
}

/**
 * Puts encoded spans into the `ExportTraceServiceRequest` that they are sent in. Copies them once: destinations that share
 * parts do this in the same turn of the event loop, with a megabyte each.
 */
export function framedProtobuf(
  { resource, scope }: SpanFrame,
  parts: readonly Uint8Array<ArrayBuffer>[],
): Uint8Array<ArrayBuffer> {
  const before = encoded((writer) => {
    open(writer, 1 /* resource */);
    writeAttributes(writer, 1, resource);
    writer.join();
  });
  const first = encoded((writer) => {
    open(writer, 1 /* scope */);
    text(writer, 1 /* name */, scope.name);
    text(writer, 2 /* version */, scope.version);
    writer.join();
  });
  const scopeSpans = message(2 /* scope_spans */, [first, ...parts]);
  return concatenate(message(1 /* resource_spans */, [before, ...scopeSpans]));
}

function encoded(write: (writer: BinaryWriter) => void): Uint8Array<ArrayBuffer> {
  const writer = new BinaryWriter();
  write(writer);
  return writer.finish();
}

/** Returns the parts of a message within a message, its tag and length first. */
function message(
  field: number,
  parts: readonly Uint8Array<ArrayBuffer>[],
): readonly Uint8Array<ArrayBuffer>[] {
  const length = parts.reduce((sum, part) => sum + part.byteLength, 0);
  const start = encoded((writer) => writer.tag(field, WireType.LengthDelimited).uint32(length));
  return [start, ...parts];
}

function writeSpan(writer: BinaryWriter, span: Span): void {
  const { traceId, spanId, parentSpanId, name, kind, startNanos, endNanos, status } = span;
  id(writer, 1 /* trace_id */, traceId, TRACE_ID);
  id(writer, 2 /* span_id */, spanId, SPAN_ID);
  if (parentSpanId !== undefined) id(writer, 4 /* parent_span_id */, parentSpanId, SPAN_ID);
  text(writer, 5 /* name */, name);
  writer.tag(6 /* kind */, WireType.Varint).int32(kind);
  writer.tag(7 /* start_time_unix_nano */, WireType.Bit64).fixed64(startNanos);
  writer.tag(8 /* end_time_unix_nano */, WireType.Bit64).fixed64(endNanos);
  for (const group of span.attributes) writeAttributes(writer, 9, group);
  open(writer, 15 /* status */);
  if (status.message !== undefined) text(writer, 2 /* message */, status.message);
  if (status.code !== 0) writer.tag(3 /* code */, WireType.Varint).int32(status.code);
  writer.join();
}

function writeAttributes(writer: BinaryWriter, field: number, attributes: Attributes): void {
  for (const key of Object.keys(attributes)) {
    const value = attributes[key];
    if (value === undefined) continue;
    open(writer, field);
    text(writer, 1 /* key */, key);
    open(writer, 2 /* value */);
    writeValue(writer, value);
    writer.join().join();
  }
}

/** Of the alternatives of a value one is always written, even where it is empty, 0 or false. */
function writeValue(writer: BinaryWriter, value: AttributeValue): void {
  if (typeof value === 'string') text(writer, 1 /* string_value */, value);
  else if (typeof value === 'boolean') writer.tag(2 /* bool_value */, WireType.Varint).bool(value);
  else if ('int' in value) integer(writer, 3 /* int_value */, value.int);
  else if ('double' in value) {
    writer.tag(4 /* double_value */, WireType.Bit64).double(value.double);
  } else {
    open(writer, 5 /* array_value */);
    for (const item of value.list) {
      open(writer, 1 /* values */);
      writeValue(writer, item);
      writer.join();
    }
    writer.join();
  }
}

/** Begins a message within a message, which `join` ends. */
function open(writer: BinaryWriter, field: number): void {
  writer.tag(field, WireType.LengthDelimited).fork();
}

function text(writer: BinaryWriter, field: number, value: string): void {
  // The encoder replaces half a surrogate pair itself.
  writer.tag(field, WireType.LengthDelimited).string(value);
}

function integer(writer: BinaryWriter, field: number, value: number | bigint): void {
  writer.tag(field, WireType.Varint);
  // Most are small, and the same bytes without a bigint in between.
  if (typeof value === 'number' && value >= 0 && value < 2 ** 32) writer.uint32(value);
  else writer.int64(value);
}

const TRACE_ID = new Uint8Array(16);
const SPAN_ID = new Uint8Array(8);

/** Writes the bytes that `hex` stands for, by way of `bytes`, which is as long. */
function id(writer: BinaryWriter, field: number, hex: string, bytes: Uint8Array): void {
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = (digit(hex.charCodeAt(2 * i)) << 4) | digit(hex.charCodeAt(2 * i + 1));
  }
  writer.tag(field, WireType.LengthDelimited).bytes(bytes);
}

/** The value of `0` to `9` and `a` to `f`. */
function digit(code: number): number {
  return code < 0x3a ? code - 0x30 : code - 0x57;
}
