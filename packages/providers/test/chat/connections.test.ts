import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HttpClient } from '@model-gateway/core';
import type { ChatProvider } from '@model-gateway/core/chat';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { openai } from '@model-gateway/providers/openai';
import { SkippingClock } from '../support/skipping-clock.ts';
import { contextOf, jobOf } from './subject.ts';

const CHUNK = { id: 'c', choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] };
const ANSWER = `data: ${JSON.stringify(CHUNK)}\n\ndata: [DONE]\n\n`;
const MODEL = 'openai/gpt-5.6-luna';

/** Reads one answer as the gateway does, to `done`. */
async function askOf(chat: ChatProvider | undefined): Promise<void> {
  const { signal } = new AbortController();
  const body = { messages: [{ role: 'user', content: 'Hi' }], stream: true };
  const answer = await chat?.answer(jobOf(MODEL, body), contextOf(signal));
  assert.ok(answer);
  let last: string | undefined;
  for await (const parts of answer.steps) {
    last = parts.at(-1)?.type;
    if (last === 'done') break;
  }
  assert.equal(last, 'done');
}

/** Starts a server that answers with `ANSWER` and ends as it is told, and the provider over it. */
async function sceneOf(end: (res: ServerResponse) => void) {
  const clock = new SkippingClock();
  const sockets = new Set<Socket>();
  let connections = 0;
  const ended: Promise<unknown>[] = [];
  const server = createServer((req, res) => {
    req.resume().on('end', () => {
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      ended.push(once(res, 'close'));
      res.write(ANSWER, () => end(res));
    });
  });
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A listening TCP server has an address object.
  const { port } = server.address() as AddressInfo;
  const http = createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1' });
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const { chat } = openai({ apiKey: 'sk-test-made-up', http, baseUrl, clock });
  return {
    ask: () => askOf(chat),
    clock,
    /** Resolves when nothing is awaited any more. */
    async settled() {
      while (clock.waiting > 0) await nextTurn();
    },
    /** Resolves when the server has ended all its answers, or lost them. */
    over: () => Promise.all(ended),
    get connections() {
      return connections;
    },
    async [Symbol.asyncDispose]() {
      await http.close();
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

describe('a connection whose streamed answer is over', () => {
  it('carries the next conversation, when its server ends a moment later', async () => {
    await using scene = await sceneOf((res) => void setImmediate(() => res.end()));
    for (let count = 0; count < 3; count++) {
      await scene.ask();
      await scene.settled();
    }
    assert.equal(scene.connections, 1);
  });

  it('is closed when its server goes on', async () => {
    await using scene = await sceneOf((res) => void res.write(`: ${'x'.repeat(200_000)}\n\n`));
    await scene.ask();
    await scene.over();
    await scene.ask();
    assert.equal(scene.connections, 2);
  });

  it('is closed when its server does not end for a second', async () => {
    await using scene = await sceneOf(() => {});
    await scene.ask();
    assert.equal(scene.clock.waiting, 1);
    scene.clock.passNextLimit();
    await scene.over();
    assert.equal(scene.clock.waiting, 0);
  });

  it('is closed then by a client whose body is a generator, which waits for the next read', async () => {
    const clock = new SkippingClock();
    const open = new Set<string>();
    const http: HttpClient = async ({ signal }) => {
      const body = (async function* () {
        open.add('body');
        try {
          yield Buffer.from(ANSWER);
          await once(signal, 'abort');
          throw new Error('the read was aborted');
        } finally {
          open.clear();
        }
      })();
      return { status: 200, headers: { 'content-type': 'text/event-stream' }, body };
    };
    const { chat } = openai({ apiKey: 'sk-test-made-up', http, clock });
    await askOf(chat);
    assert.equal(open.size, 1);
    clock.passNextLimit();
    for (let turn = 0; open.size > 0 && turn < 10; turn++) await nextTurn();
    assert.equal(open.size, 0);
  });
});
