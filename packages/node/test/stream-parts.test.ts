import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer, type RequestListener } from 'node:http';
import { describe, it } from 'node:test';
import { Arrivals, type ServerSentEvent } from '@model-gateway/core/http';
import { toRequestListener } from '@model-gateway/node';
import { listening } from './listening.ts';

const serving = (listener: RequestListener) => listening(createServer(listener));

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
    await using server = await serving((req, res) => {
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
    await using server = await serving((req, res) => {
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
    await using server = await serving(
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
