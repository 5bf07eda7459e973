import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkedLookup, systemLookup } from '../src/checked-lookup.ts';
import { ConnectionPool } from '../src/connection-pool.ts';
import { exchange } from '../src/exchange.ts';
import { idleTimeOf } from '../src/idle-time.ts';
import { targetOf } from '../src/target.ts';
import { startLoopback } from './loopback-server.ts';
import { startRaw } from './raw-server.ts';
import { get, loopbackClient, textOf } from './requests.ts';

describe('the time for which an idle connection is used again', () => {
  const times = [
    ['timeout=5', 2500],
    ['timeout=5, max=100', 2500],
    ['max=100, timeout=30', 15_000],
    ['Timeout=120', 60_000],
    ['timeout=3600', 60_000],
    ['timeout=1', 500],
    ['timeout=0', 0],
    ['', 4000],
    ['max=100', 4000],
    ['timeout=', 4000],
    ['timeout=-5', 4000],
    ['timeout=99999999999', 4000],
    ['notimeout=5', 4000],
  ] as const;
  for (const [header, milliseconds] of times) {
    it(`is ${milliseconds} ms for "${header}"`, () => {
      assert.equal(idleTimeOf(header), milliseconds);
    });
  }
});

/** A pool whose time a test sets, and a GET through it. */
function startPool() {
  const clock = { now: 0 };
  const pool = new ConnectionPool({
    lookupFor: (origin) => checkedLookup(targetOf(new URL(origin)), systemLookup, () => true),
    connectTimeoutMs: 5000,
    maxIdle: { perOrigin: 8, inAll: 8 },
    now: () => clock.now,
  });
  return {
    clock,
    ask: async (origin: string) =>
      exchange(pool.takeIdle(origin) ?? (await pool.open(origin)), {
        origin,
        path: '/',
        method: 'GET',
        headers: {},
        body: undefined,
        signal: new AbortController().signal,
        onDispatch() {},
      }),
    [Symbol.asyncDispose]: () => pool.close(),
  };
}

describe('a connection that was idle', () => {
  const keptFor5s = [
    [2499, 1],
    [2501, 2],
  ] as const;
  for (const [milliseconds, connections] of keptFor5s) {
    it(`for ${milliseconds} ms of the 5 s that the server states is ${connections === 1 ? 'used again' : 'replaced'}`, async () => {
      await using server = await startLoopback(undefined, 5000);
      await using pool = startPool();
      await textOf(await pool.ask(server.url));
      pool.clock.now += milliseconds;
      await textOf(await pool.ask(server.url));
      assert.equal(server.connections, connections);
    });
  }

  it('while its answer waited for a slow reader is replaced, because the server has counted on', async () => {
    const mebibyte = Buffer.alloc(1024 * 1024);
    await using server = await startLoopback((_, res) => res.end(mebibyte), 5000);
    await using pool = startPool();
    const { body } = await pool.ask(server.url);
    const first = await body.next();
    assert.equal(first.done, false);
    // More than the client reads ahead has come, so that it has paused.
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
    pool.clock.now += 6000;
    for await (const _ of body);
    await textOf(await pool.ask(server.url));
    assert.equal(server.connections, 2);
  });
});

/** Answers the first `answered` requests of each connection, and closes it at the next. */
async function startForgetful(answered: (connection: number) => number = () => 1) {
  const requests: string[] = [];
  let connections = 0;
  const answer = 'HTTP/1.1 200 OK\r\nkeep-alive: timeout=60\r\ncontent-length: 2\r\n\r\nok';
  const server = await startRaw((socket) => {
    const most = answered(++connections);
    let heads = 0;
    socket.on('data', (chunk) => {
      // The body of a request may come alone.
      const [head] = /^[A-Z]+ \/ HTTP/.exec(String(chunk)) ?? [];
      if (head === undefined) return;
      requests.push(head);
      if (++heads <= most) socket.write(answer);
      else socket.destroy();
    });
  });
  return Object.assign(server, { requests });
}

describe('a reused connection that the server closes without an answer', () => {
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    it(`has its ${method} repeated once on another`, async () => {
      await using server = await startForgetful();
      await using client = loopbackClient();
      const options = { method, ...(method === 'PUT' && { body: Buffer.from('x') }) };
      let dispatches = 0;
      const onDispatch = () => void dispatches++;
      assert.equal(await textOf(await get(client, server.url, options)), 'ok');
      assert.equal(await textOf(await get(client, server.url, { ...options, onDispatch })), 'ok');
      assert.equal(server.requests.length, 3);
      assert.equal(dispatches, 1);
    });
  }

  it('does not have its POST repeated, which may have been billed', async () => {
    await using server = await startForgetful();
    await using client = loopbackClient();
    const options = { method: 'POST', body: Buffer.from('x') } as const;
    await textOf(await get(client, server.url, options));
    await assert.rejects(get(client, server.url, options), { reason: 'broken' });
    assert.equal(server.requests.length, 2);
  });

  it('has its GET repeated no second time', async () => {
    await using server = await startForgetful((connection) => (connection === 1 ? 1 : 0));
    await using client = loopbackClient();
    await textOf(await get(client, server.url));
    await assert.rejects(get(client, server.url), { reason: 'broken' });
    assert.equal(server.requests.length, 3);
  });

  it('does not have its GET repeated after an abort', async () => {
    await using server = await startForgetful();
    await using client = loopbackClient();
    await textOf(await get(client, server.url));
    const controller = new AbortController();
    const reason = new Error('the client left');
    const asked = get(client, server.url, { signal: controller.signal });
    controller.abort(reason);
    await assert.rejects(asked, reason);
    assert.ok(server.requests.length <= 2);
  });
});
