import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a webhook destination calls. */
export interface SpanReceiver extends AsyncDisposable {
  readonly origin: string;
  /** How many spans have arrived. */
  readonly spans: number;
}

/** Starts a receiver of telemetry that counts spans of OTLP in JSON. */
export async function startSpanReceiver(): Promise<SpanReceiver> {
  let spans = 0;
  async function receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
    spans += (await text(req)).match(/"spanId"/g)?.length ?? 0;
    res.end('{}');
  }
  const server = createServer((req, res) => {
    void receive(req, res);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A listening TCP server has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    get spans() {
      return spans;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
