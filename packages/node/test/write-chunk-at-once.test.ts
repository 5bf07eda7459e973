import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerOptions, type ServerResponse } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { Socket, type AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { writeChunkAtOnce } from '../src/write-chunk.ts';
import { listening } from './listening.ts';
import { get, rawClient } from './raw-client.ts';

const utf8 = new TextEncoder();

/** Serves what `answer` writes, on a port of its own. */
const serving = (answer: (res: ServerResponse) => void, options: ServerOptions = {}) =>
  listening(createServer(options, (_, res) => answer(res)));

describe('writeChunkAtOnce', () => {
  /** Has each turn write one chunk, with the bytes of its number. */
  const inTurns = (res: ServerResponse, count: number, bytes: number, done: () => void) => {
    let at = 0;
    const next = () => {
      if (at === count) return done();
      writeChunkAtOnce(res, Buffer.alloc(bytes, at++));
      setImmediate(next);
    };
    setImmediate(next);
  };

  it('writes a chunk before the tick is over, in one piece', async () => {
    let written = 0;
    await using server = await serving((res) => {
      res.flushHeaders();
      setImmediate(() => {
        const socket = res.socket ?? assert.fail();
        const before = socket.bytesWritten;
        writeChunkAtOnce(res, utf8.encode('at once'));
        assert.equal(socket.writableLength, 0);
        written = socket.bytesWritten - before;
        res.end();
      });
    });
    const answer = await fetch(`http://127.0.0.1:${server.port}`);
    assert.equal(await answer.text(), 'at once');
    assert.equal(written, '7\r\nat once\r\n'.length);
  });

  const texts: readonly (readonly [string, string, isOne: boolean])[] = [
    ['ASCII', 'data: {"ok":true}\n\n', true],
    ['text beyond ASCII', 'Žižek 🦊', true],
    ['half of a pair', '\ud83e', true],
    ['as many characters as fit however long they are', '€'.repeat(5333), true],
    ['one more', '€'.repeat(5334), false],
    ['more of one byte', 'x'.repeat(20_000), false],
    ['no text', '', true],
  ];
  for (const [name, text, isOne] of texts) {
    it(`writes ${name} in UTF-8${isOne ? '' : ', as writeChunk does'}`, async () => {
      const bytes = Buffer.from(text);
      let waiting = 0;
      await using server = await serving((res) => {
        res.flushHeaders();
        setImmediate(() => {
          writeChunkAtOnce(res, text);
          waiting = res.socket?.writableLength ?? 0;
          res.end();
        });
      });
      const answer = await fetch(`http://127.0.0.1:${server.port}`);
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes);
      assert.equal(waiting === 0, isOne);
    });
  }

  it('keeps the bytes that a slow client has yet to receive', async () => {
    const [count, bytes] = [1000, 15_000];
    await using server = await serving((res) => {
      res.flushHeaders();
      inTurns(res, count, bytes, () => res.end());
    });
    const answer = await fetch(`http://127.0.0.1:${server.port}`);
    await new Promise((resolve) => setImmediate(resolve));
    const received = Buffer.from(await answer.arrayBuffer());
    const sent = Buffer.concat(Array.from({ length: count }, (_, at) => Buffer.alloc(bytes, at)));
    assert.ok(received.equals(sent));
  });

  it('says by `drain` when a socket with little room takes more', async () => {
    let isFull = false;
    await using server = await serving(
      (res) => {
        res.flushHeaders();
        setImmediate(() => {
          isFull = !writeChunkAtOnce(res, Buffer.alloc(5000));
          if (isFull) res.once('drain', () => res.end());
          else res.end();
        });
      },
      { highWaterMark: 4096 },
    );
    const answer = await fetch(`http://127.0.0.1:${server.port}`);
    assert.equal((await answer.arrayBuffer()).byteLength, 5000);
    assert.ok(isFull);
  });

  it('keeps the order of what was written in the same tick', async () => {
    await using server = await serving((res) => {
      res.flushHeaders();
      setImmediate(() => {
        writeChunkAtOnce(res, utf8.encode('one '));
        res.write('two ');
        writeChunkAtOnce(res, utf8.encode('three'));
        res.end();
      });
    });
    const answer = await fetch(`http://127.0.0.1:${server.port}`);
    assert.equal(await answer.text(), 'one two three');
  });

  it('keeps answers apart that a client asked for together, each with its trailers', async () => {
    await using server = await serving((res) => {
      res.writeHead(200, { trailer: 'x-last' }).flushHeaders();
      // The first one is over last.
      inTurns(res, res.req.url === '/1' ? 4 : 2, 1, () => {
        res.addTrailers({ 'x-last': res.req.url ?? '' });
        res.end();
      });
    });
    await using client = await rawClient(server.port);
    client.send(get('/1') + get('/2'));
    const received = await client.until('x-last: /2\r\n\r\n');
    assert.deepEqual(received.split(/HTTP\/1\.1 200 OK[^]*?\r\n\r\n/), [
      '',
      '1\r\n\0\r\n1\r\n\u0001\r\n1\r\n\u0002\r\n1\r\n\u0003\r\n0\r\nx-last: /1\r\n\r\n',
      '1\r\n\0\r\n1\r\n\u0001\r\n0\r\nx-last: /2\r\n\r\n',
    ]);
  });

  it('gives code that replaced the `write` of the socket bytes that stay as they are', async () => {
    const seen: Uint8Array[] = [];
    await using server = await serving((res) => {
      res.flushHeaders();
      const socket = res.socket ?? assert.fail();
      const { write } = socket;
      socket.write = (...args: unknown[]) => {
        if (args[0] instanceof Uint8Array) seen.push(args[0]);
        // The arguments are those that it takes.
        return Reflect.apply(write, socket, args) as boolean;
      };
      inTurns(res, 3, 2, () => {
        socket.write = write;
        res.end();
      });
    });
    const answer = await fetch(`http://127.0.0.1:${server.port}`);
    await answer.arrayBuffer();
    assert.deepEqual(
      seen.map((chunk) => Buffer.from(chunk).toString('latin1')),
      ['2\r\n\0\0\r\n', '2\r\n\u0001\u0001\r\n', '2\r\n\u0002\u0002\r\n'],
    );
  });

  it('gives such bytes to a tracer that replaced the `write` of all sockets before it', async (t) => {
    const seen: Uint8Array[] = [];
    const { write } = Socket.prototype;
    Socket.prototype.write = function (this: Socket, ...args: unknown[]) {
      if (args[0] instanceof Uint8Array) seen.push(args[0]);
      // The arguments are those that it takes.
      return Reflect.apply(write, this, args) as boolean;
    };
    t.after(() => Reflect.deleteProperty(Socket.prototype, 'write'));
    // With a query it is loaded anew.
    const file = new URL('../src/write-chunk.ts?after-a-socket-tracer', import.meta.url).href;
    // The file is the one of that name.
    const loaded = (await import(file)) as typeof import('../src/write-chunk.ts');
    await using server = await serving((res) => {
      res.flushHeaders();
      setImmediate(() => {
        loaded.writeChunkAtOnce(res, utf8.encode('one'));
        setImmediate(() => {
          loaded.writeChunkAtOnce(res, utf8.encode('two'));
          res.end();
        });
      });
    });
    const answer = await fetch(`http://127.0.0.1:${server.port}`);
    assert.equal(await answer.text(), 'onetwo');
    const texts = seen.map((chunk) => Buffer.from(chunk).toString('latin1'));
    assert.deepEqual(
      texts.filter((text) => text.startsWith('3')),
      ['3\r\none\r\n', '3\r\ntwo\r\n'],
    );
  });

  it('throws nothing for a response over HTTP/2 whose client has left', async (t) => {
    const server = createHttp2Server();
    t.after(() => server.close());
    const tried = new Promise<void>((resolve, reject) => {
      server.on('request', (_, res) => {
        res.writeHead(200).write('one');
        res.stream.on('close', () => {
          try {
            assert.equal(res.socket, undefined);
            // Responses of HTTP/2 are written as those of HTTP/1.
            writeChunkAtOnce(res as unknown as ServerResponse, utf8.encode('two'));
            resolve();
          } catch (error) {
            reject(error);
          }
        });
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    // A server that listens on TCP has an address of this form.
    const { port } = server.address() as AddressInfo;
    const client = connectHttp2(`http://127.0.0.1:${port}`);
    t.after(() => client.destroy());
    const request = client.request().on('data', () => request.close());
    await tried;
  });

  it('refuses a chunk behind the last one as node:http does, and sends nothing', async () => {
    const errors: unknown[] = [];
    await using server = await serving((res) => {
      res.on('error', (error) => errors.push(error));
      res.flushHeaders();
      setImmediate(() => {
        res.end();
        const { socket } = res;
        // As once the socket has sent what `end` wrote, before the response lets go of it.
        for (let corked = socket?.writableCorked ?? 0; corked > 0; corked--) socket?.uncork();
        writeChunkAtOnce(res, utf8.encode('late'));
      });
    });
    await using client = await rawClient(server.port);
    client.send(get('/').replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'));
    const received = await client.ended();
    assert.ok(received.endsWith('\r\n\r\n0\r\n\r\n'), received);
    assert.match(String(errors[0]), /write after end/);
  });

  it('writes nothing behind the head that HEAD asks for', async () => {
    await using server = await serving((res) => {
      res.writeHead(200, { connection: 'close', 'transfer-encoding': 'chunked' });
      res.flushHeaders();
      inTurns(res, 1, 5, () => res.end());
    });
    await using client = await rawClient(server.port);
    client.send(get('/').replace('GET', 'HEAD'));
    const received = await client.ended();
    assert.ok(!received.includes('\0'));
  });
});
