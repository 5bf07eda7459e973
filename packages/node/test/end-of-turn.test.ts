import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { stat } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { within } from '@model-gateway/conformance';
import {
  Arrivals,
  jsonResponse,
  type GatewayHandler,
  type ServerSentEvent,
} from '@model-gateway/core/http';
import { endOfTurn, sendAtOnce, sendResponse, serve, toRequestListener } from '@model-gateway/node';
import { atEndOfTurn } from '../src/end-of-turn.ts';

interface Client extends AsyncDisposable {
  /** Hands a request to the kernel at once: a GET, or with a body a POST. */
  ask(path: string, body?: string): void;
  /** Resolves when that many answers have arrived. */
  answered(count: number): Promise<void>;
}

async function openClient(port: number): Promise<Client> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => (text += piece));
  await once(socket, 'connect');
  return {
    ask(path, body) {
      const method = body === undefined ? 'GET' : 'POST';
      const length = body === undefined ? '' : `content-length: ${body.length}\r\n`;
      socket.write(`${method} ${path} HTTP/1.1\r\nhost: test\r\n${length}\r\n${body ?? ''}`);
    },
    async answered(count) {
      while (text.split('{"ok":true}').length <= count) {
        await within(once(socket, 'data'), `answer ${count}, after ${JSON.stringify(text)}`);
      }
    },
    async [Symbol.asyncDispose]() {
      socket.destroy();
    },
  };
}

interface Listening extends AsyncDisposable {
  readonly port: number;
  readonly server: Server;
}

async function listen(listener: RequestListener): Promise<Listening> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    server,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('answers to requests that arrived together', () => {
  it('are sent after all of them were handled, each in the context of its request', async () => {
    const context = new AsyncLocalStorage<string>();
    const log: string[] = [];
    const answer = toRequestListener(
      async ({ path }) => {
        log.push(`handled ${path}`);
        return jsonResponse({ ok: true });
      },
      (res, response) => {
        const { end } = res;
        res.end = (...args: unknown[]) => {
          log.push(`ended ${context.getStore()}`);
          // The arguments are those that it takes.
          return Reflect.apply(end, res, args) as typeof res;
        };
        return sendResponse(res, response);
      },
    );
    await using server = await listen((req, res) =>
      context.run(req.url ?? '', () => answer(req, res)),
    );
    await using one = await openClient(server.port);
    await using other = await openClient(server.port);
    // The server must know both connections first.
    one.ask('/first');
    other.ask('/first');
    await Promise.all([one.answered(1), other.answered(1)]);
    log.length = 0;

    // In one turn, so that the server finds both when it polls.
    one.ask('/one');
    other.ask('/other');
    await Promise.all([one.answered(2), other.answered(2)]);

    assert.deepEqual(new Set(log.slice(0, 2)), new Set(['handled /one', 'handled /other']));
    assert.deepEqual(new Set(log.slice(2)), new Set(['ended /one', 'ended /other']));
  });

  it('are sent when the global timers are fake', async ({ mock }) => {
    await using server = await listen(toRequestListener(async () => jsonResponse({ ok: true })));
    await using client = await openClient(server.port);
    mock.timers.enable({ apis: ['setImmediate'] });
    client.ask('/');
    await client.answered(1);
  });
});

/** Items of a stream, as they are pushed. Each calls the listener, which a source should do once. */
class Pushed<Item = Uint8Array> extends Arrivals<Item> {
  readonly #items: Item[] = [];
  #listener = () => {};

  push(item: Item): void {
    this.#items.push(item);
    this.#listener();
  }

  take() {
    const value = this.#items.shift();
    return value && ({ done: false, value } as const);
  }

  whenReady(listener: () => void): void {
    this.#listener = listener;
  }

  async return() {
    return { done: true, value: undefined } as const;
  }
}

describe('bodies of requests that arrived together', () => {
  /** Returns what happened to two requests: `arrived` when a body had come, `read` by the handler. */
  async function happened(
    open: (handler: GatewayHandler) => Promise<Listening>,
  ): Promise<readonly string[]> {
    const log: string[] = [];
    await using listening = await open(async ({ path, body }) => {
      if (body.kind === 'bytes') await body.read(100);
      log.push(`read ${path}`);
      return jsonResponse({ ok: true });
    });
    const { port, server } = listening;
    server.on('request', (req) => req.once('end', () => log.push(`arrived ${req.url}`)));
    await using one = await openClient(port);
    await using other = await openClient(port);
    one.ask('/first', '{}');
    other.ask('/first', '{}');
    await Promise.all([one.answered(1), other.answered(1)]);
    log.length = 0;

    one.ask('/one', '{}');
    other.ask('/other', '{}');
    await Promise.all([one.answered(2), other.answered(2)]);
    return log;
  }

  const inTurns: Record<string, (handler: GatewayHandler) => Promise<Listening>> = {
    'by default': (handler) => listen(toRequestListener(handler)),
    'by default of a server': (handler) => serve(handler),
    'where a sender says so': (handler) =>
      serve(handler, { send: sendAtOnce, bodiesInTurns: true }),
  };
  for (const [when, open] of Object.entries(inTurns)) {
    it(`are handed over after all of them were read, ${when}`, async () => {
      const log = await happened(open);
      assert.deepEqual(new Set(log.slice(0, 2)), new Set(['arrived /one', 'arrived /other']));
      assert.deepEqual(new Set(log.slice(2)), new Set(['read /one', 'read /other']));
    });
  }

  it('are handed over at once where answers are sent at once', async () => {
    const log = await happened((handler) => listen(toRequestListener(handler, sendAtOnce)));
    assert.deepEqual(
      log.map((entry) => entry.split(' ')[0]),
      ['arrived', 'read', 'arrived', 'read'],
    );
  });
});

describe('parts of streams that arrived together', () => {
  it('are written after all of them were read, each in the context of its request', async () => {
    const context = new AsyncLocalStorage<string>();
    const log: string[] = [];
    const streams = new Map([
      ['/one', new Pushed()],
      ['/other', new Pushed()],
    ]);
    const answer = toRequestListener(async ({ path }) => {
      const chunks = streams.get(path) ?? new Pushed();
      return {
        status: 200,
        headers: {},
        body: { kind: 'stream', chunks, contentType: 'text/plain' },
      };
    });
    await using server = await listen((req, res) => {
      const { write } = res;
      res.write = (...args: unknown[]) => {
        log.push(`written to ${context.getStore()}`);
        // The arguments are those that it takes.
        return Reflect.apply(write, res, args) as boolean;
      };
      context.run(req.url ?? '', () => answer(req, res));
    });
    const answers = await Promise.all(
      Array.from(streams.keys(), async (path) => {
        const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
        assert.ok(response.body);
        return response.body.getReader();
      }),
    );

    for (const [path, stream] of streams) {
      stream.push(Buffer.from('a part'));
      await new Promise<void>((resolve) => process.nextTick(resolve));
      log.push(`read for ${path}`);
    }
    const parts = await Promise.all(answers.map((reader) => reader.read()));

    assert.deepEqual(
      parts.map((part) => String(Buffer.from(part?.value ?? []))),
      ['a part', 'a part'],
    );
    assert.deepEqual(log, [
      'read for /one',
      'read for /other',
      'written to /one',
      'written to /other',
    ]);
    await Promise.all(answers.map((reader) => reader.cancel()));
  });

  it('go out in one turn where a generator has all of them ready', async () => {
    let turn = 0;
    const turns: number[] = [];
    const answer = toRequestListener(async () => ({
      status: 200,
      headers: {},
      body: { kind: 'stream', chunks: readyParts(), contentType: 'text/plain' },
    }));
    await using server = await listen((req, res) => {
      const { write } = res;
      res.write = (...args: unknown[]) => {
        turns.push(turn);
        // The arguments are those that it takes.
        return Reflect.apply(write, res, args) as boolean;
      };
      answer(req, res);
    });
    const count = () => {
      turn += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    try {
      const response = await fetch(`http://127.0.0.1:${server.port}/`);
      assert.equal(await response.text(), 'part '.repeat(50));
    } finally {
      clearImmediate(counting);
    }
    assert.equal(turns.length, 50);
    assert.equal(new Set(turns).size, 1, `turns ${turns.join(' ')}`);
  });

  it('go out one after the other, though their source tells of them twice', async () => {
    const events = new Pushed<ServerSentEvent>();
    const body = { kind: 'events', events } as const;
    await using server = await listen(
      toRequestListener(async () => ({ status: 200, headers: {}, body })),
    );
    const answer = await fetch(`http://127.0.0.1:${server.port}`);
    // More than the buffers of a loopback connection hold, so that the rest has to wait.
    events.push({ dataParts: [Buffer.alloc(16 * 1024 * 1024, 'x'), Buffer.alloc(8192, 'y')] });
    events.push({ data: 'second' });
    await new Promise((resolve) => setImmediate(resolve));
    const reader = answer.body?.getReader() ?? assert.fail();
    let end = '';
    while (!end.includes('second'))
      end = (end + Buffer.from((await reader.read()).value ?? []).toString()).slice(-9000);
    assert.match(end, /xy{8192}\n\ndata: second/);
    await reader.cancel();
  });
});

async function* readyParts() {
  for (let i = 0; i < 50; i++) yield Buffer.from('part ');
}

describe('endOfTurn', () => {
  it('resolves after the ticks and promises of this turn, for all callers in order', async () => {
    const log: string[] = [];
    const first = endOfTurn().then(() => log.push('first'));
    const second = endOfTurn().then(() => log.push('second'));
    assert.equal(endOfTurn(), endOfTurn());
    await new Promise<void>((resolve) => process.nextTick(resolve));
    log.push('ticks and promises of this turn');
    await Promise.all([first, second]);
    assert.deepEqual(log, ['ticks and promises of this turn', 'first', 'second']);
  });

  it('resolves before any timer when a socket was read', async () => {
    const log: string[] = [];
    await new Promise<void>((resolve, reject) => {
      // Its callback runs in the loop's poll phase, as a request's does.
      stat(process.execPath, (error) => {
        if (error) reject(error);
        setTimeout(() => {
          log.push('timer');
          resolve();
        }, 0);
        void endOfTurn().then(() => log.push('end of turn'));
      });
    });
    assert.deepEqual(log, ['end of turn', 'timer']);
  });

  it('resolves again in the next turn', async () => {
    const first = endOfTurn();
    await first;
    const next = endOfTurn();
    assert.notEqual(next, first);
    await next;
  });
});

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('atEndOfTurn', () => {
  it('calls each function once, in order, and what one of them asks for once that is done', async () => {
    const log: string[] = [];
    // The test before may have ended at the end of this turn.
    await nextTurn();
    atEndOfTurn(() => {
      log.push('first');
      atEndOfTurn(() => void log.push('what the first asked for'));
      log.push('the first is done');
    });
    atEndOfTurn(() => void log.push('second'));
    assert.deepEqual(log, []);
    await endOfTurn();
    await nextTurn();
    await endOfTurn();
    assert.deepEqual(log, ['first', 'the first is done', 'second', 'what the first asked for']);
  });
});
