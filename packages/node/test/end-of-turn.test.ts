import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { stat } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { within } from '@model-gateway/conformance';
import { jsonResponse, type GatewayHandler } from '@model-gateway/core/http';
import { endOfTurn, sendAtOnce, sendResponse, serve, toRequestListener } from '@model-gateway/node';
import { atEndOfTurn } from '../src/end-of-turn.ts';
import { listening } from './listening.ts';

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

const listen = (listener: RequestListener) => listening(createServer(listener));

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

describe('bodies of requests that arrived together', () => {
  /** Returns what happened to two requests: `arrived` when a body had come, `read` by the handler. */
  async function happened(
    open: (handler: GatewayHandler) => Promise<Listening>,
  ): Promise<readonly string[]> {
    const log: string[] = [];
    await using opened = await open(async ({ path, body }) => {
      if (body.kind === 'bytes') await body.read(100);
      log.push(`read ${path}`);
      return jsonResponse({ ok: true });
    });
    const { port, server } = opened;
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
