import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { within } from '@model-gateway/conformance';

/** One step of a scripted upstream. */
export type Step =
  | { readonly write: string | Uint8Array }
  /** Closes the connection normally. */
  | 'end'
  /** Resets the connection. */
  | 'reset'
  /** Stays silent until the client leaves. */
  | 'silence';

/** The steps after a request has arrived, byte for byte. */
export type Script = readonly Step[];

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface ScriptedUpstream extends AsyncDisposable {
  /** `http://127.0.0.1:<port>/v1`. */
  readonly baseUrl: string;
  readonly requests: readonly ReceivedRequest[];
  /** How many connections were opened in total. */
  readonly connections: number;
  /** Sets the scripts for the next requests, played in order. */
  play(...scripts: Script[]): void;
  /** Resolves when a script has reached its silence; never, for a script without one. */
  silent(): Promise<void>;
  /** Resolves once no connection is open. */
  allClosed(): Promise<void>;
}

/** An upstream on loopback that plays a script on the raw socket, faults included. */
export async function startScriptedUpstream(...scripts: Script[]): Promise<ScriptedUpstream> {
  const requests: ReceivedRequest[] = [];
  const open = new Set<Socket>();
  const silence = signalOnce();
  let closed = signalOnce();
  let queue = scripts;
  let connections = 0;

  const server = createServer((socket) => {
    connections++;
    open.add(socket.setNoDelay(true));
    socket.on('error', () => {});
    socket.on('close', () => {
      open.delete(socket);
      if (open.size === 0) closed.give();
    });
    void serve(socket);
  });

  async function serve(socket: Socket): Promise<void> {
    for await (const request of requestsOn(socket)) {
      requests.push(request);
      const script = (queue.length > 1 ? queue.shift() : queue[0]) ?? [];
      for (const step of script) {
        if (step === 'silence') silence.give();
        await perform(socket, step);
      }
    }
  }

  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A listening TCP server has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    get connections() {
      return connections;
    },
    play(...next) {
      queue = next;
    },
    silent: () => silence.given,
    async allClosed() {
      if (open.size === 0) return;
      closed = signalOnce();
      await within(closed.given, `the end of ${open.size} connections`);
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function perform(socket: Socket, step: Step): Promise<void> {
  if (socket.destroyed) return;
  if (step === 'end') socket.end();
  else if (step === 'reset') socket.resetAndDestroy();
  else if (step === 'silence') {
    // `once` would reject where the client resets the connection.
    await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  } else {
    await new Promise((resolve) => socket.write(step.write, resolve));
    // One turn of the event loop apart, so that separate writes mostly arrive separately.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function* requestsOn(socket: Socket): AsyncGenerator<ReceivedRequest, void> {
  let bytes = Buffer.alloc(0);
  try {
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      // A socket without an encoding emits buffers.
      bytes = Buffer.concat([bytes, chunk as Buffer]);
      const request = parseRequest(bytes);
      if (request === undefined) continue;
      bytes = Buffer.alloc(0);
      yield request;
    }
  } catch {
    // The client disconnected, as some tests intend.
  }
}

function parseRequest(bytes: Buffer): ReceivedRequest | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = bytes.subarray(end + 4);
  if (body.byteLength < Number(headers['content-length'] ?? 0)) return undefined;
  const [method = '', path = ''] = first.split(' ');
  return { method, path, headers, body };
}

function signalOnce() {
  let give = () => {};
  const given = new Promise<void>((resolve) => (give = resolve));
  return { give: () => give(), given };
}
