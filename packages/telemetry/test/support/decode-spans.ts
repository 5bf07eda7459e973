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

/** Returns the spans of a request of OTLP in either format. */
export function decodeSpans({ body }: { readonly body: Uint8Array | string }): DecodedSpan[] {
  const options = { longs: String, bytes: String, json: true };
  // Both are an ExportTraceServiceRequest, which has these members.
  const request = (
    typeof body === 'string'
      ? JSON.parse(body)
      : ExportTraceServiceRequest.toObject(ExportTraceServiceRequest.decode(body), options)
  ) as DecodedRequest;
  return request.resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans),
  );
}
