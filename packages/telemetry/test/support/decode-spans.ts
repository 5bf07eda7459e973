import { ExportTraceServiceRequest } from './generated-otlp.ts';

/** A span as OTLP has it in JSON, 64-bit integers as text. */
interface DecodedSpan {
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

interface DecodedRequest {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly DecodedSpan[] }[];
  }[];
}

/** In protobuf this byte would begin a field 15, which the message lacks. */
const OBJECT_OF_JSON = '{'.charCodeAt(0);

/** Returns the spans of a request of OTLP in either format. */
export function decodeSpans({ body }: { readonly body: Uint8Array | string }): DecodedSpan[] {
  const options = { longs: String, bytes: String, json: true };
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  // Both are an ExportTraceServiceRequest, which has these members.
  const request = (
    bytes[0] === OBJECT_OF_JSON
      ? JSON.parse(new TextDecoder().decode(bytes))
      : ExportTraceServiceRequest.toObject(ExportTraceServiceRequest.decode(bytes), options)
  ) as DecodedRequest;
  return request.resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans),
  );
}
