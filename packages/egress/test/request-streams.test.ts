import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { echo } from './echo.ts';
import { startLoopback } from './loopback-server.ts';
import { loopbackClient, post, textOf } from './requests.ts';

/* Bodies of requests that are sent as they come. */

/** A body that yields these chunks and knows how it ended. */
function body(...chunks: readonly string[]) {
  const state = { ending: 'not begun' };
  async function* yielding(): AsyncGenerator<Uint8Array> {
    state.ending = 'left';
    for (const chunk of chunks) yield Buffer.from(chunk);
    state.ending = 'whole';
  }
  return Object.assign(yielding(), { state });
}

/** A body that yields one chunk and then what `next` does. */
async function* bodyThen(next: () => Promise<unknown>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half');
  await next();
}

const toEcho = (req: IncomingMessage, res: ServerResponse) => void echo(req, res).catch(() => {});

describe('a body that is a stream', () => {
  it('is sent chunked', async () => {
    await using server = await startLoopback(toEcho);
    await using client = loopbackClient();
    const answer = await post(client, server.url, body('one ', 'two'));
    const heard: unknown = JSON.parse(await textOf(answer));
    assert.deepEqual(heard, { text: 'one two', coding: 'chunked' });
  });

  it('is sent with the content-length that its headers give', async () => {
    await using server = await startLoopback(toEcho);
    await using client = loopbackClient();
    const headers = { 'content-length': '7' };
    const answer = await post(client, server.url, body('one ', 'two'), { headers });
    const heard: unknown = JSON.parse(await textOf(answer));
    assert.deepEqual(heard, { text: 'one two', length: '7' });
  });

  it('leaves its connection for the next request', async () => {
    await using server = await startLoopback(toEcho);
    await using client = loopbackClient();
    for (const text of ['one', 'two']) {
      await textOf(await post(client, server.url, body(text)));
    }
    assert.equal(server.connections, 1);
  });

  it('that fails makes the call reject with its error, and ends the connection', async () => {
    await using server = await startLoopback(toEcho);
    await using client = loopbackClient();
    const failure = new Error('no more');
    const failing = bodyThen(() => Promise.reject(failure));
    const call = post(client, server.url, failing);
    await assert.rejects(call, (error) => error === failure);
    await server.allClosed();
  });

  it('that cannot be read makes the call reject, ends the connection and hears no signal', async () => {
    await using server = await startLoopback(toEcho);
    await using client = loopbackClient();
    await textOf(await post(client, server.url, body('one')));
    const locked = new ReadableStream<Uint8Array>();
    locked.getReader();
    const { signal } = new AbortController();
    await assert.rejects(post(client, server.url, locked, { signal }), TypeError);
    await server.allClosed();
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  it('is closed when the signal aborts', async () => {
    let received = () => {};
    await using server = await startLoopback((req) => req.once('data', () => received()));
    await using client = loopbackClient();
    const controller = new AbortController();
    const reason = new Error('enough');
    received = () => controller.abort(reason);
    const { signal } = controller;
    const waiting = bodyThen(() => once(signal, 'abort'));
    const call = post(client, server.url, waiting, { signal });
    await assert.rejects(call, (error) => error === reason);
    await server.allClosed();
    assert.deepEqual(await waiting.next(), { done: true, value: undefined });
  });

  it('is closed when no connection can be made', async () => {
    const server = await startLoopback();
    await server[Symbol.asyncDispose]();
    await using client = loopbackClient();
    const unsent = body('one');
    const call = post(client, server.url, unsent);
    await assert.rejects(call, { reason: 'unreachable' });
    assert.deepEqual(await unsent.next(), { done: true, value: undefined });
    assert.equal(unsent.state.ending, 'not begun');
  });

  it('is closed with its connection when the answer ends before it', async () => {
    await using server = await startLoopback((_req, res) => res.writeHead(413).end('too long'));
    await using client = loopbackClient();
    let leave = () => {};
    const waiting = bodyThen(() => new Promise<void>((resolve) => (leave = resolve)));
    const answer = await post(client, server.url, waiting);
    assert.deepEqual([answer.status, await textOf(answer)], [413, 'too long']);
    await server.allClosed();
    leave();
    assert.deepEqual(await waiting.next(), { done: true, value: undefined });
  });

  it('is not sent again for a redirect', async () => {
    await using server = await startLoopback((req, res) => {
      req.resume().once('end', () => res.writeHead(307, { location: '/elsewhere' }).end());
    });
    await using client = loopbackClient();
    await assert.rejects(post(client, server.url, body('one'), { maxRedirects: 3 }), {
      reason: 'redirects',
      message: /^127\.0\.0\.1:\d+ redirects a request whose body cannot be sent again\.$/,
    });
  });

  it('is taken no faster than the server reads', async () => {
    let proceed = () => {};
    await using server = await startLoopback((req, res) => {
      proceed = () => void req.resume().once('end', () => res.end('all'));
      req.once('readable', () => {});
    });
    await using client = loopbackClient();
    const most = 64;
    const taken = { mebibytes: 0 };
    async function* large() {
      for (; taken.mebibytes < most; taken.mebibytes++) yield new Uint8Array(1024 * 1024);
    }
    const call = post(client, server.url, large());
    let before = -1;
    while (taken.mebibytes === 0 || before !== taken.mebibytes) {
      before = taken.mebibytes;
      for (let i = 0; i < 100; i++) await new Promise((resolve) => setImmediate(resolve));
    }
    assert.ok(taken.mebibytes < most, 'everything was taken, although nothing was read');
    proceed();
    assert.equal(await textOf(await call), 'all');
    assert.equal(taken.mebibytes, most);
  });
});

describe('a body in pieces', () => {
  const send = (client: ReturnType<typeof loopbackClient>, url: string, pieces: Uint8Array[]) =>
    client.sendPieces?.({
      url,
      method: 'POST',
      body: pieces,
      signal: new AbortController().signal,
    }) ?? assert.fail('the client takes no pieces');

  for (const [name, pieces] of [
    ['a few', [Buffer.from('one '), Buffer.from(''), Buffer.from('two')]],
    ['large ones', Array.from({ length: 40 }, (_, at) => Buffer.alloc(70_000, `${at}`))],
    ['none', []],
  ] as const) {
    it(`is sent whole, with its length, again and again over one connection: ${name}`, async () => {
      await using server = await startLoopback(toEcho);
      await using client = loopbackClient();
      const text = Buffer.concat([...pieces]).toString();
      for (let round = 0; round < 3; round++) {
        const heard: unknown = JSON.parse(
          await textOf(await send(client, server.url, [...pieces])),
        );
        assert.deepEqual(heard, { text, length: String(text.length) });
      }
      assert.equal(server.connections, 1);
    });
  }

  it('ends its connection where the answer comes before all of it was sent', async () => {
    await using server = await startLoopback((_, res) => res.end('enough'));
    await using client = loopbackClient();
    const pieces = Array.from({ length: 400 }, () => Buffer.alloc(70_000));
    assert.equal(await textOf(await send(client, server.url, pieces)), 'enough');
    await server.allClosed();
  });
});
