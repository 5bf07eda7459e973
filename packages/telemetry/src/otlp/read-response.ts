import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { isJsonObject } from '@model-gateway/core/kit';

/**
 * Returns how many spans a receiver rejected, by its `ExportTraceServiceResponse` in JSON or
 * protobuf; 0 when the body says nothing of the kind or cannot be read, because the status has
 * already said that the request succeeded. Source: OTLP 1.x, "Partial Success".
 */
export function rejectedSpansIn(contentType: string | undefined, body: Uint8Array): number {
  if (body.byteLength === 0) return 0;
  try {
    const count = /\bprotobuf\b/i.test(contentType ?? '') ? readProtobuf(body) : readJson(body);
    return Number.isSafeInteger(count) && count > 0 ? count : 0;
  } catch {
    return 0;
  }
}

function readJson(body: Uint8Array): number {
  const answer: unknown = JSON.parse(new TextDecoder().decode(body));
  const partial = isJsonObject(answer) ? answer['partialSuccess'] : undefined;
  return isJsonObject(partial) ? Number(partial['rejectedSpans'] ?? 0) : 0;
}

function readProtobuf(body: Uint8Array): number {
  let partial: Uint8Array | undefined;
  eachField(body, (reader, field, wireType) => {
    if (field !== 1 /* partial_success */ || wireType !== WireType.LengthDelimited) return false;
    partial = reader.bytes();
    return true;
  });
  let rejected: bigint | string = 0n;
  eachField(partial ?? new Uint8Array(), (reader, field, wireType) => {
    if (field !== 1 /* rejected_spans */ || wireType !== WireType.Varint) return false;
    rejected = reader.int64();
    return true;
  });
  return Number(rejected);
}

/** Calls `read` at each field; skips the field when it returns false. The last of equals counts. */
function eachField(
  message: Uint8Array,
  read: (reader: BinaryReader, field: number, wireType: WireType) => boolean,
): void {
  const reader = new BinaryReader(message);
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (!read(reader, field, wireType)) reader.skip(wireType, field);
  }
}
