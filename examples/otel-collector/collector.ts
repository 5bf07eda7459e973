import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

/** A receiver of OTLP over HTTP that hands on each span by its name and attributes. */
export function createCollector(onSpan: (name: string, attributes: object) => void): Server {
  const receive: (...exchange: Exchange) => Promise<void> = async (req, res) => {
    const body = await buffer(req);
    const isZipped = req.headers['content-encoding'] === 'gzip';
    const { resourceSpans } = decode(isZipped ? gunzipSync(body) : body);
    for (const { name, attributes } of resourceSpans[0]?.scopeSpans[0]?.spans ?? []) {
      // Of the members of a value one is set, named by its type.
      const entries = attributes.map(({ key, value }) => [key, Object.values(value)[0]] as const);
      onSpan(name, Object.fromEntries(entries));
    }
    res.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  };
  return createServer((...exchange) => void receive(...exchange));
}

type Exchange = [request: IncomingMessage, response: ServerResponse];

/** An `ExportTraceServiceRequest`, as far as it is read here. */
interface TraceRequest {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly name: string;
        readonly attributes: readonly { readonly key: string; readonly value: object }[];
      }[];
    }[];
  }[];
}

/** Decodes by the code that OpenTelemetry generates from its .proto files. */
function decode(bytes: Uint8Array): TraceRequest {
  const require = createRequire(import.meta.url);
  // The generated file has no types for its contents; this is where they are in it.
  const { opentelemetry } =
    require('@opentelemetry/otlp-transformer/build/src/generated/root.js') as {
      readonly opentelemetry: {
        readonly proto: {
          readonly collector: {
            readonly trace: {
              readonly v1: {
                readonly ExportTraceServiceRequest: {
                  decode(bytes: Uint8Array): unknown;
                  toObject(message: unknown, options: object): TraceRequest;
                };
              };
            };
          };
        };
      };
    };
  const { ExportTraceServiceRequest } = opentelemetry.proto.collector.trace.v1;
  // Without this, 64-bit integers are objects of two halves.
  const options = { longs: Number };
  return ExportTraceServiceRequest.toObject(ExportTraceServiceRequest.decode(bytes), options);
}
