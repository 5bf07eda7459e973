import assert from 'node:assert/strict';
import { createServer, ServerResponse, type ServerOptions } from 'node:http';
import { describe, it } from 'node:test';
import { writeChunk } from '../src/write-chunk.ts';
import { listening } from './listening.ts';
import { get, rawClient } from './raw-client.ts';

const utf8 = new TextEncoder();

/** Serves what `answer` writes, on a port of its own. */
const serving = (answer: (res: ServerResponse) => void, options: ServerOptions = {}) =>
  listening(createServer(options, (_, res) => answer(res)));

const chunks: readonly (readonly [string, Uint8Array, number])[] = [
  ['ASCII', utf8.encode('{"ok":true}'), 1],
  ['text beyond ASCII', utf8.encode('{"name":"Žižek 🦊"}'), 1],
  ['bytes that are not text', Uint8Array.from({ length: 256 }, (_, byte) => byte), 1],
  ['a part of a larger buffer', utf8.encode('before{"ok":true}after').subarray(6, 17), 1],
  ['16,000 bytes', utf8.encode('x'.repeat(16_000)), 1],
  ['one byte more', utf8.encode('x'.repeat(16_001)), 4],
  ['no bytes', new Uint8Array(), 1],
];

describe('writeChunk', () => {
  for (const [name, bytes, each] of chunks) {
    it(`writes ${name} as they are, in ${each === 1 ? 'one piece' : `${each} pieces`}`, async () => {
      let pieces = 0;
      await using server = await serving((res) => {
        res.flushHeaders();
        const socket = res.socket ?? assert.fail();
        const { write } = socket;
        socket.write = (...args: unknown[]) => {
          pieces++;
          // The arguments are those that it takes.
          return Reflect.apply(write, socket, args) as boolean;
        };
        writeChunk(res, bytes);
        socket.write = write;
        res.end();
      });
      const answer = await fetch(`http://127.0.0.1:${server.port}`);
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), Buffer.from(bytes));
      assert.equal(pieces, each);
    });
  }

  it('writes the size of a chunk, and leaves the head and the last chunk to node:http', async () => {
    await using server = await serving((res) => {
      res.sendDate = false;
      res.writeHead(200);
      writeChunk(res, utf8.encode('first chunk'));
      res.end('last');
    });
    await using client = await rawClient(server.port);
    // The second answer shows that the connection has read the end of the first.
    client.send(get('/') + get('/'));
    const received = await client.until('0\r\n\r\nHTTP/1.1 200 OK');
    assert.match(received, /\r\n\r\nb\r\nfirst chunk\r\n4\r\nlast\r\n0\r\n\r\nHTTP/);
  });

  it('writes the bytes alone where there are no chunks', async () => {
    const answers: readonly (readonly [string, (res: ServerResponse) => void, string])[] = [
      ['GET / HTTP/1.0\r\n\r\n', () => {}, '\r\n\r\nbytes'],
      [get('/'), (res) => res.setHeader('content-length', 5), '\r\n\r\nbytes'],
      [get('/').replace('GET', 'HEAD'), () => {}, '\r\n\r\n'],
    ];
    for (const [request, prepare, end] of answers) {
      await using server = await serving((res) => {
        prepare(res);
        res.setHeader('connection', 'close');
        res.writeHead(200);
        writeChunk(res, utf8.encode('bytes'));
        res.end();
      });
      await using client = await rawClient(server.port);
      client.send(request);
      const received = await client.ended();
      assert.equal(received.slice(received.indexOf('\r\n\r\n')), end);
    }
  });

  it('keeps the order of what the host holds back', async () => {
    await using server = await serving((res) => {
      res.writeHead(200);
      writeChunk(res, utf8.encode('one '));
      res.cork();
      res.write('two ');
      writeChunk(res, utf8.encode('three'));
      res.uncork();
      res.end();
    });
    const answer = await fetch(`http://127.0.0.1:${server.port}`);
    assert.equal(await answer.text(), 'one two three');
  });

  it('gives middleware that has replaced `write` bytes and no chunks', async () => {
    const seen: unknown[] = [];
    await using server = await serving((res) => {
      const { write } = res;
      res.write = (...args: unknown[]) => {
        seen.push(args[0]);
        // The arguments are those that it takes.
        return Reflect.apply(write, res, args) as boolean;
      };
      res.writeHead(200);
      writeChunk(res, utf8.encode('bytes'));
      res.end();
    });
    const answer = await fetch(`http://127.0.0.1:${server.port}`);
    assert.equal(await answer.text(), 'bytes');
    assert.deepEqual(seen, [utf8.encode('bytes')]);
  });

  it('gives bytes to a tracer that replaced `write` of all responses before', async (t) => {
    const seen: unknown[] = [];
    const { write } = ServerResponse.prototype;
    ServerResponse.prototype.write = function traced(this: ServerResponse, ...args: unknown[]) {
      seen.push(args[0]);
      // The arguments are those that it takes.
      return Reflect.apply(write, this, args) as boolean;
    };
    t.after(() => Reflect.deleteProperty(ServerResponse.prototype, 'write'));
    // With a query it is loaded anew.
    const file = new URL('../src/write-chunk.ts?after-a-tracer', import.meta.url).href;
    // The file is the one of that name.
    const loaded = (await import(file)) as typeof import('../src/write-chunk.ts');
    await using server = await serving((res) => {
      res.writeHead(200);
      loaded.writeChunk(res, utf8.encode('bytes'));
      res.end();
    });
    const answer = await fetch(`http://127.0.0.1:${server.port}`);
    assert.equal(await answer.text(), 'bytes');
    assert.deepEqual(seen, [utf8.encode('bytes')]);
  });
});
