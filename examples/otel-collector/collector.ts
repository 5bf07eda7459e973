import { createRequire } from 'node:module';
import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

const require = createRequire(import.meta.url);
const { opentelemetry } = require('@opentelemetry/otlp-transformer/build/src/generated/root.js');
const { ExportTraceServiceRequest } = opentelemetry.proto.collector.trace.v1;

/** A receiver of OTLP over HTTP that hands on each span by its name and attributes. */
export function createCollector(onSpan: (name: string, attributes: object) => void): Server {
  return createServer(async (req, res) => {
    const body = await buffer(req);
    const isZipped = req.headers['content-encoding'] === 'gzip';
    const message = ExportTraceServiceRequest.decode(isZipped ? gunzipSync(body) : body);
    for (const { scopeSpans } of message.resourceSpans) {
      for (const { name, attributes } of scopeSpans[0].spans) {
        const entries = attributes.map((each: Attribute) => [each.key, valueOf(each)]);
        onSpan(name, Object.fromEntries(entries));
      }
    }
    res.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
}

interface Attribute {
  readonly key: string;
  /** One of its members is set, named by the type. */
  readonly value: Readonly<Record<string, unknown>>;
}

function valueOf({ value }: Attribute): unknown {
  return Object.values(value)[0];
}
