import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { CLIENT_KEY, proxied } from './proxied.ts';

/* What a client sees of an upstream that fails, and an upstream of a client that leaves. */

const HEAD =
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n';

describe('an upstream that fails', () => {
  it('before its answer is a 502 in the envelope', async (t) => {
    const { send, records } = await proxied(t, { raw: (socket) => void socket.destroy() });
    const { status, text } = await send();
    assert.equal(status, 502);
    assert.equal(JSON.parse(text).error.code, 502);
    assert.equal(records[0]?.error, 'providerFailed');
  });

  it('with something other than HTTP is a 502', async (t) => {
    const { send } = await proxied(t, {
      raw: (socket) => void socket.once('data', () => socket.end('garbage\r\n\r\n')),
    });
    assert.equal((await send()).status, 502);
  });

  for (const status of [600, 999]) {
    it(`with a status of ${status}, which HTTP does not have, is a 502 that closes its connection`, async (t) => {
      let hasClosed = () => {};
      const closed = new Promise<void>((resolve) => (hasClosed = resolve));
      const { send, errors } = await proxied(t, {
        raw(socket) {
          socket.once('data', () => socket.write(`HTTP/1.1 ${status} Odd\r\n\r\nand so on`));
          socket.once('close', hasClosed);
        },
      });
      const heard = await send();
      assert.equal(heard.status, 502);
      assert.match(heard.text, new RegExp(`answered with the invalid status ${status}`));
      assert.deepEqual(errors, []);
      await closed;
    });
  }

  it('with a body that its status does not have loses the body', async (t) => {
    const { send } = await proxied(t, {
      raw: (socket) =>
        void socket.once('data', () =>
          socket.end('HTTP/1.1 205 Reset Content\r\ncontent-length: 5\r\n\r\nhello'),
        ),
    });
    const { status, text } = await send();
    assert.deepEqual([status, text], [205, '']);
  });

  it('after a part of its answer breaks the client’s connection, so that the answer does not look complete', async (t) => {
    const { send, records } = await proxied(t, {
      raw: (socket) => void socket.once('data', () => socket.end(`${HEAD}9\r\ndata: 1\n\n\r\n`)),
    });
    await assert.rejects(send(), { code: 'ECONNRESET' });
    assert.equal(records[0]?.ending, 'broken');
  });

  it('with less than it announced also breaks the connection', async (t) => {
    const short =
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"a":';
    const { send } = await proxied(t, {
      raw: (socket) => void socket.once('data', () => socket.end(short)),
    });
    await assert.rejects(send(), { code: 'ECONNRESET' });
  });

  it('by silence before its answer is a 524', async (t) => {
    const clock = createManualClock(0);
    const { send } = await proxied(t, () => clock.advance(1000), {
      options: { clock, timeoutMs: 1000 },
    });
    const { status, text } = await send();
    assert.equal(status, 524);
    assert.match(text, /did not answer within 1000 ms/);
  });

  it('by silence within its answer breaks the connection', async (t) => {
    const clock = createManualClock(0);
    const { send, records } = await proxied(
      t,
      (_req, res) => {
        res.writeHead(200, { 'content-type': 'text/event-stream' });
        res.write('data: 1\n\n');
      },
      { options: { clock, idleTimeoutMs: 1000 } },
    );
    const heard = assert.rejects(send(), { code: 'ECONNRESET' });
    while (records.length === 0) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(1000);
    }
    await heard;
    assert.equal(records[0]?.ending, 'broken');
  });
});

describe('a stream that is passed through', () => {
  it('arrives as it comes, and ends with the upstream’s', async (t) => {
    let sendMore = () => {};
    const { url } = await proxied(t, (_req, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      res.write('data: 1\n\n');
      sendMore = () => res.end('data: 2\n\n');
    });
    const answer = await fetch(`${url}/v1/chat/completions`, {
      headers: { authorization: `Bearer ${CLIENT_KEY}` },
    });
    const decoder = new TextDecoder();
    const chunks: string[] = [];
    assert.ok(answer.body);
    for await (const chunk of answer.body) {
      chunks.push(decoder.decode(chunk));
      if (chunks.length === 1) sendMore();
    }
    assert.deepEqual(chunks, ['data: 1\n\n', 'data: 2\n\n']);
    assert.equal(answer.headers.get('content-type'), 'text/event-stream');
  });

  for (const [when, begins] of [
    ['before the answer begins', false],
    ['in the middle of the answer', true],
  ] as const) {
    it(`ends at the upstream when its client leaves ${when}`, async (t) => {
      let hungUp = () => {};
      const leaving = new Promise<void>((resolve) => (hungUp = resolve));
      let leave = () => {};
      const { url, records } = await proxied(t, (req, res) => {
        req.once('close', hungUp);
        if (begins) {
          res.writeHead(200, { 'content-type': 'text/event-stream' });
          res.write('data: 1\n\n');
        } else leave();
      });
      const sent = request(`${url}/v1/chat/completions`, {
        headers: { authorization: `Bearer ${CLIENT_KEY}` },
        agent: false,
      });
      leave = () => void sent.destroy();
      sent.on('error', () => {});
      sent.on('response', (answer) => {
        answer.on('error', () => {});
        answer.once('data', leave);
      });
      sent.end();
      await leaving;
      while (records.length === 0) await new Promise((resolve) => setImmediate(resolve));
      assert.equal(records[0]?.ending, 'abandoned');
    });
  }
});
