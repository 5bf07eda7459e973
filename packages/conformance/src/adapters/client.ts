import { once } from 'node:events';
import { request, type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { within } from './within.ts';

export interface Sending {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** By default every request has a connection of its own. */
  readonly agent?: Agent;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
  readonly text: string;
  /** The client's port, which identifies the connection. */
  readonly port: number | undefined;
}

/** Begins a request that the caller ends; the caller awaits errors of its connection. */
export function begin(url: string, { method = 'GET', headers = {}, agent }: Sending = {}) {
  const sent: ClientRequest = request(url, { method, headers, agent: agent ?? false });
  // Ignored unless awaited: a server may close the connection while the client still writes.
  sent.on('error', () => {});
  return sent;
}

/** Resolves once the status line and the headers have arrived; rejects when the connection breaks. */
export async function headOf(sent: ClientRequest): Promise<IncomingMessage> {
  const arrived = once(sent, 'response');
  // The event's argument is an IncomingMessage.
  const [response] = (await within(arrived, 'the head of an answer')) as [IncomingMessage];
  return response;
}

/** Sends a request and reads its whole answer. */
export async function send(url: string, sending: Sending = {}): Promise<Answer> {
  const sent = begin(url, sending);
  sent.end(sending.body);
  return read(await headOf(sent));
}

export async function read(response: IncomingMessage): Promise<Answer> {
  const port = response.socket.localPort;
  const bytes = await within(gather(response), 'the end of an answer');
  const { statusCode = 0, headers } = response;
  return { status: statusCode, headers, bytes, text: bytes.toString(), port };
}

async function gather(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // A message without an encoding emits Buffers.
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Returns the body of a response, decompressed while it arrives if it is gzipped. */
export function decoded(response: IncomingMessage): Readable {
  return response.headers['content-encoding'] === 'gzip' ? response.pipe(createGunzip()) : response;
}

/** Reads text piece by piece. */
export function textReader(stream: Readable) {
  const chunks = stream[Symbol.asyncIterator]();
  let text = '';
  return {
    /** Reads until `wanted` was received, and returns everything so far. */
    async until(wanted: string): Promise<string> {
      while (!text.includes(wanted)) {
        const next = await within(chunks.next(), `the arrival of ${JSON.stringify(wanted)}`);
        if (next.done)
          throw new Error(`${JSON.stringify(wanted)} is not in ${JSON.stringify(text)}`);
        text += String(next.value);
      }
      return text;
    },
    /** Reads to the end and returns everything. */
    async end(): Promise<string> {
      for (;;) {
        const next = await within(chunks.next(), 'the end of a stream');
        if (next.done) return text;
        text += String(next.value);
      }
    },
  };
}

/** Sends raw bytes and returns everything received until the server closes. */
export async function sendRaw(url: string, text: string): Promise<string> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(text);
  return (await within(gather(socket), 'the end of a connection')).toString();
}
