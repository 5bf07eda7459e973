import assert from 'node:assert/strict';
import { duplexPair } from 'node:stream';
import { describe, it } from 'node:test';
import type { ServerSentEvent } from '@model-gateway/core/http';
import { sendAndFree, sendResponse, serve } from '@model-gateway/node';
import { get, rawClient } from './raw-client.ts';

/** More than the buffers of a loopback connection hold. */
const LARGE = Buffer.alloc(16 * 1024 * 1024, 'x');

/** A server of two large events, what happened to them, and what waits for the next to happen. */
async function aServer(send = sendAndFree, data = LARGE) {
  const log: string[] = [];
  let announce = () => {};
  const note = (what: string) => {
    log.push(what);
    announce();
  };
  const until = async (count: number) => {
    while (log.length < count) await new Promise<void>((resolve) => (announce = resolve));
    return log;
  };
  async function* events(): AsyncGenerator<ServerSentEvent> {
    try {
      note('one taken');
      yield { dataParts: [data] };
      note('two taken');
      yield { dataParts: [data] };
    } finally {
      note('over');
    }
  }
  const server = await serve(
    async () => ({
      status: 200,
      headers: {},
      body: { kind: 'events', events: events(), onSent: () => note('sent') },
    }),
    { send },
  );
  return { server, until, log };
}

describe('the events of a response', () => {
  it('are said to be sent once they have left, before the next is taken', async () => {
    const { server, until } = await aServer();
    await using _ = server;
    assert.equal((await (await fetch(server.url)).text()).length, 2 * (LARGE.length + 8));
    assert.deepEqual(await until(5), ['one taken', 'sent', 'two taken', 'sent', 'over']);
  });

  it('are not while their client does not read, nor when it leaves', async () => {
    const { server, until, log } = await aServer();
    await using _ = server;
    {
      await using client = await rawClient(server.port);
      client.socket.pause();
      client.send(get('/'));
      await until(1);
      for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(log, ['one taken']);
    }
    while (!log.includes('over')) await until(log.length + 1);
    assert.ok(!log.includes('sent'));
  });

  it('are not where the connection is a stream in this process', async () => {
    const { server, until } = await aServer();
    await using _ = server;
    const [near, far] = duplexPair();
    server.server.emit('connection', far);
    near.write(get('/'));
    near.resume();
    assert.deepEqual(await until(3), ['one taken', 'two taken', 'over']);
  });

  it('are not where somebody may keep what goes to the connection', async () => {
    const { server, until } = await aServer();
    await using _ = server;
    server.server.on('connection', (socket) => {
      const { write } = socket;
      // The arguments are those that it takes.
      socket.write = (...args: unknown[]) => Reflect.apply(write, socket, args) as boolean;
    });
    await (await fetch(server.url)).text();
    assert.deepEqual(await until(3), ['one taken', 'two taken', 'over']);
  });

  it('are not where the host holds them back until the end, which comes', async () => {
    const { server, until } = await aServer(
      (res, response) => {
        const { end } = res;
        res.end = (...args: unknown[]) => {
          res.uncork();
          // The arguments are those that it takes.
          return Reflect.apply(end, res, args) as typeof res;
        };
        res.cork();
        return sendAndFree(res, response);
      },
      Buffer.alloc(100_000, 'x'),
    );
    await using _ = server;
    assert.equal((await (await fetch(server.url)).text()).length, 2 * 100_008);
    assert.deepEqual(await until(3), ['one taken', 'two taken', 'over']);
  });

  it('are not where the handler may send them to others, too', async () => {
    const { server, until } = await aServer(sendResponse);
    await using _ = server;
    await (await fetch(server.url)).text();
    assert.deepEqual(await until(3), ['one taken', 'two taken', 'over']);
  });

  it('are not where middleware may keep what is written', async () => {
    const { server, until } = await aServer((res, response) => {
      const { write } = res;
      // The arguments are those that it takes.
      res.write = (...args: unknown[]) => Reflect.apply(write, res, args) as boolean;
      return sendAndFree(res, response);
    });
    await using _ = server;
    await (await fetch(server.url)).text();
    assert.deepEqual(await until(3), ['one taken', 'two taken', 'over']);
  });
});
