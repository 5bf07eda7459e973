import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { startFakeOpenAi, type FakeProvider } from '@model-gateway/providers/testing';

/** A fake of OpenAI that can stop in the middle of its answers. */
export interface HeldOpenAi extends AsyncDisposable {
  readonly baseUrl: string;
  readonly origin: string;
  readonly fake: FakeProvider;
  /** From now on answers stop half-way. */
  hold(): void;
  /** How many answers stand still. */
  readonly held: number;
  /** Sends the rest of every answer, and later ones whole. */
  release(): void;
}

/** Starts a fake of OpenAI that accepts `apiKey` only. */
export async function startHeldOpenAi(apiKey: string): Promise<HeldOpenAi> {
  const fake = await startFakeOpenAi({ apiKey });
  let isHolding = false;
  const waiting = new Set<() => void>();

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = new Uint8Array(await buffer(req));
    const { authorization = '', 'content-type': type = '' } = req.headers;
    const reply = await fetch(`${new URL(fake.baseUrl).origin}${req.url}`, {
      method: req.method ?? 'GET',
      headers: { authorization, 'content-type': type },
      body,
    });
    const bytes = new Uint8Array(await reply.arrayBuffer());
    const length = isHolding ? Math.ceil(bytes.length / 2) : bytes.length;
    res.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' });
    res.write(bytes.subarray(0, length));
    if (isHolding) {
      let end = () => {};
      await new Promise<void>((resolve) => {
        end = resolve;
        waiting.add(end);
        res.once('close', end);
      });
      waiting.delete(end);
    }
    res.end(bytes.subarray(length));
  }

  const server = createServer((req, res) => void answer(req, res).catch(() => res.destroy()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A listening TCP server has an address object.
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const release = () => {
    isHolding = false;
    for (const resolve of waiting) resolve();
  };
  return {
    baseUrl: `${origin}/v1`,
    origin,
    fake,
    hold: () => void (isHolding = true),
    get held() {
      return waiting.size;
    },
    release,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await fake[Symbol.asyncDispose]();
    },
  };
}
