import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

/** A generation as Langfuse shows it. */
export interface Trace {
  readonly traceId: string;
  /** Attributes of the span, by name. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** What stands in for Langfuse. */
export interface LangfuseReceiver extends AsyncDisposable {
  readonly baseUrl: string;
  /** The traces that arrived, the oldest first. */
  readonly traces: readonly Trace[];
}

/** Starts a receiver of OTLP in JSON that accepts one pair of keys. */
export async function startLangfuseReceiver(keys: {
  readonly publicKey: string;
  readonly secretKey: string;
}): Promise<LangfuseReceiver> {
  const traces: Trace[] = [];
  const expected = `Basic ${btoa(`${keys.publicKey}:${keys.secretKey}`)}`;

  async function receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const bytes = await buffer(req);
    if (req.headers.authorization !== expected) return void res.writeHead(401).end();
    const body = req.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
    traces.push(...tracesIn(body.toString('utf8')));
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }

  const server = createServer((req, res) => void receive(req, res));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // Listening on a TCP port, so the address is one.
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    traces,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The part of OTLP that is read here. */
interface Otlp {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly traceId: string;
        readonly attributes: readonly {
          readonly key: string;
          readonly value: Readonly<Record<string, unknown>>;
        }[];
      }[];
    }[];
  }[];
}

function tracesIn(body: string): Trace[] {
  // The gateway writes OTLP.
  const { resourceSpans } = JSON.parse(body) as Otlp;
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map(({ traceId, attributes }) => ({
      traceId,
      attributes: Object.fromEntries(
        attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]),
      ),
    }));
}
