import { createRequire } from 'node:module';

/** A message type as protobufjs generates it. */
interface GeneratedType {
  verify(message: unknown): string | null;
  decode(bytes: Uint8Array): unknown;
  toObject(message: unknown, options: object): unknown;
  encode(message: unknown): { finish(): Uint8Array };
}

const require = createRequire(import.meta.url);
const generated = require('@opentelemetry/otlp-transformer/build/src/generated/root.js');

/** The messages of OTLP that the OpenTelemetry project generates from its .proto files. */
export const { ExportTraceServiceRequest, ExportTraceServiceResponse } = generated.opentelemetry
  .proto.collector.trace.v1 as {
  readonly ExportTraceServiceRequest: GeneratedType;
  readonly ExportTraceServiceResponse: GeneratedType;
};
