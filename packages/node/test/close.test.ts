import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { jsonResponse, type GatewayHandler } from '@model-gateway/core/http';
import { serve } from '@model-gateway/node';
import { heldStream } from './held-stream.ts';
import { stopped } from './stopped.ts';
import { get, rawClient } from './raw-client.ts';

/** A handler whose requests wait to be answered by the test. */
function waiting() {
  const held: { path: string; answer: () => void; signal: AbortSignal | undefined }[] = [];
  let wake = () => {};
  const handler: GatewayHandler = ({ path, signal }) =>
    new Promise((resolve) => {
      held.push({ path, signal, answer: () => resolve(jsonResponse({ path })) });
      wake();
    });
  /** Resolves once that many requests are waiting. */
  const came = async (count: number) => {
    while (held.length < count) await new Promise<void>((resolve) => (wake = resolve));
    return held;
  };
  return { handler, came };
}

describe('close', () => {
  it('lets twenty requests in flight complete, each with connection: close', async () => {
    const { handler, came } = waiting();
    const server = await serve(handler);
    const answers = Array.from({ length: 20 }, (_, i) => fetch(`${server.url}/${i}`));
    const held = await came(20);
    const closed = server.close();
    for (const { answer } of held) answer();
    for (const [i, answer] of answers.entries()) {
      const response = await answer;
      assert.equal(response.headers.get('connection'), 'close');
      assert.deepEqual(await response.json(), { path: `/${i}` });
    }
    assert.deepEqual(await closed, { cut: [] });
  });

  it('answers requests whose connections the system took and the process did not yet', async () => {
    const { handler, came } = waiting();
    const server = await serve(handler);
    // The system connects all of them at once; Node accepts one in a turn of its event loop.
    const answers = Promise.all(
      Array.from({ length: 20 }, (_, i) => {
        const client = connect(server.port, '127.0.0.1');
        client.write(`GET /${i} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
        return text(client);
      }),
    );
    const closed = server.close();
    for (const { answer } of await came(20)) answer();
    for (const answer of await answers) assert.match(answer, /^HTTP\/1.1 200 /);
    assert.deepEqual(await closed, { cut: [] });
  });

  it('refuses new connections while it drains', async () => {
    const { handler, came } = waiting();
    const server = await serve(handler);
    const answer = fetch(server.url);
    const [held] = await came(1);
    const closed = server.close();
    await stopped(server.port);
    held?.answer();
    assert.equal((await answer).status, 200);
    await closed;
  });

  it('cuts hanging requests after the timeout, and returns them without their query', async () => {
    const clock = createManualClock(0);
    const { handler, came } = waiting();
    const server = await serve(handler, { clock });
    const answer = fetch(`${server.url}/images?token=hunter2`, { method: 'POST' });
    const refused = assert.rejects(answer);
    const [held] = await came(1);
    // The signal is created on first use.
    const signal = held?.signal;
    const closed = server.close({ drainTimeoutMs: 5000 });
    clock.advance(4999);
    assert.equal(signal?.aborted, false);
    clock.advance(1);
    await refused;
    assert.equal(signal?.aborted, true);
    held?.answer();
    assert.deepEqual(await closed, { cut: [{ method: 'POST', path: '/images' }] });
    assert.equal(clock.waiting, 0);
  });

  it('waits 10 seconds by default', async () => {
    const clock = createManualClock(0);
    const { handler, came } = waiting();
    const server = await serve(handler, { clock });
    const refused = assert.rejects(fetch(server.url));
    const [held] = await came(1);
    const signal = held?.signal;
    const closed = server.close();
    clock.advance(9999);
    assert.equal(signal?.aborted, false);
    clock.advance(1);
    await refused;
    assert.equal(signal?.aborted, true);
    held?.answer();
    assert.equal((await closed).cut.length, 1);
  });

  it('gives the handlers of cut requests a second to settle', async () => {
    const clock = createManualClock(0);
    const { handler, came } = waiting();
    const server = await serve(handler, { clock });
    const gone = once(server.server, 'close');
    const refused = assert.rejects(fetch(server.url));
    await came(1);
    let isClosed = false;
    const closed = server.close({ drainTimeoutMs: 1 }).then(() => (isClosed = true));
    clock.advance(1);
    await Promise.all([gone, refused]);
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(999);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isClosed, false);
    clock.advance(1);
    await closed;
  });

  it('closes idle keep-alive connections at once, and connections that never sent a byte', async () => {
    const { handler, came } = waiting();
    const server = await serve(handler);
    await using idle = await rawClient(server.port);
    await using fresh = await rawClient(server.port);
    await using busy = await rawClient(server.port);
    idle.send(get('/idle'));
    (await came(1))[0]?.answer();
    await idle.until('"/idle"');
    busy.send(get('/busy'));
    const [, held] = await came(2);
    const closed = server.close();
    await idle.ended();
    await fresh.ended();
    assert.equal(busy.received, '');
    held?.answer();
    assert.match(await busy.ended(), /connection: close\r\n.*"\/busy"/is);
    await closed;
  });

  it('answers a request that has arrived on an idle connection but was not read yet', async () => {
    const { handler, came } = waiting();
    const server = await serve(handler);
    await using client = await rawClient(server.port);
    client.send(get('/1'));
    (await came(1))[0]?.answer();
    await client.until('"/1"');
    // The kernel has it at once, the server only when it polls.
    client.send(get('/2'));
    const closed = server.close();
    (await came(2))[1]?.answer();
    assert.match(await client.ended(), /connection: close\r\n.*"\/2"/is);
    assert.deepEqual(await closed, { cut: [] });
  });

  it('answers all pipelined requests, and says close with the last answer only', async () => {
    const { handler, came } = waiting();
    const server = await serve(handler);
    await using client = await rawClient(server.port);
    client.send(get('/1') + get('/2') + get('/3'));
    const held = await came(3);
    const closed = server.close();
    for (const { answer } of held) answer();
    const heads = (await client.ended()).split('HTTP/1.1 ').slice(1);
    assert.deepEqual(
      heads.map((head) => [
        /"path":"(.*)"/.exec(head)?.[1],
        /^connection: (.*)\r$/im.exec(head)?.[1],
      ]),
      [
        ['/1', 'keep-alive'],
        ['/2', 'keep-alive'],
        ['/3', 'close'],
      ],
    );
    assert.deepEqual(await closed, { cut: [] });
  });

  it('says close with the last of pipelined answers also where the others have gone out', async () => {
    const { handler, came } = waiting();
    const server = await serve(handler);
    await using client = await rawClient(server.port);
    client.send(get('/1') + get('/2'));
    const [first, last] = await came(2);
    first?.answer();
    await client.until('"/1"');
    const closed = server.close();
    last?.answer();
    assert.match(await client.ended(), /connection: close\r\n.*"\/2"/is);
    assert.deepEqual(await closed, { cut: [] });
  });

  it('does not handle requests pipelined behind an answer that will say close', async () => {
    const { handler, came } = waiting();
    const server = await serve(handler);
    await using client = await rawClient(server.port);
    client.send(get('/1'));
    const held = await came(1);
    const closed = server.close();
    await stopped(server.port);
    const arrived = once(server.server, 'request');
    client.send(get('/2'));
    await arrived;
    assert.equal(held.length, 1);
    held[0]?.answer();
    assert.doesNotMatch(await client.ended(), /HTTP.*HTTP/s);
    assert.deepEqual(await closed, { cut: [] });
  });

  it('answers a request whose head had half arrived', async () => {
    const { handler, came } = waiting();
    const server = await serve(handler);
    await using client = await rawClient(server.port);
    await using other = await rawClient(server.port);
    client.send('GET /half HTTP/1.1\r\n');
    // By the time the server has read what was sent later, it has read this half.
    other.send(get('/other'));
    const [first] = await came(1);
    const closed = server.close();
    await stopped(server.port);
    client.send('Host: x\r\n\r\n');
    const [, half] = await came(2);
    half?.answer();
    assert.match(await client.ended(), /connection: close\r\n.*"\/half"/is);
    first?.answer();
    await closed;
  });

  it('lets a running stream complete, and then closes its connection', async () => {
    const { handler, finish } = heldStream();
    const server = await serve(handler);
    await using client = await rawClient(server.port);
    client.send(get('/'));
    await client.until('data: first');
    const closed = server.close();
    finish();
    assert.match(await client.ended(), /data: first\n.*data: last\n.*\r\n0\r\n\r\n$/s);
    assert.deepEqual(await closed, { cut: [] });
  });

  it('closes the connection of a client that keeps sending requests', async () => {
    const { handler, came } = waiting();
    const server = await serve(handler);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = () =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request(server.url, { agent }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode));
        });
        sent.on('error', reject).end();
      });
    const first = ask();
    const [held] = await came(1);
    const closed = server.close();
    await stopped(server.port);
    const second = ask();
    held?.answer();
    assert.equal(await first, 200);
    await assert.rejects(second, { code: 'ECONNREFUSED' });
    await closed;
  });

  it('is joined by a second call', async () => {
    const server = await serve(async () => jsonResponse({}));
    assert.equal(server.close(), server.close({ drainTimeoutMs: 1 }));
    await server.close();
  });
});

describe('closeNow', () => {
  it('cuts requests in flight, also those that close lets drain', async () => {
    for (const before of ['nothing', 'close'] as const) {
      const clock = createManualClock(0);
      const { handler, came } = waiting();
      const server = await serve(handler, { clock });
      const refused = assert.rejects(fetch(`${server.url}/hangs`));
      const [held] = await came(1);
      const closed = before === 'close' ? server.close() : undefined;
      const now = server.closeNow();
      await refused;
      held?.answer();
      assert.deepEqual(await now, { cut: [{ method: 'GET', path: '/hangs' }] });
      if (closed !== undefined) assert.equal(closed, now);
      assert.equal(clock.waiting, 0);
    }
  });

  it('does not wait for handlers', async () => {
    const { handler, came } = waiting();
    const server = await serve(handler);
    const refused = assert.rejects(fetch(server.url));
    await came(1);
    await server.closeNow();
    await refused;
  });
});
