import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { describe, it } from 'node:test';
import zlib from 'node:zlib';
import { startLoopback } from './loopback-server.ts';
import { get, loopbackClient, textOf } from './requests.ts';

const TEXT = 'grüße 模型 '.repeat(20_000);

function answering(encoding: string, bytes: Uint8Array): RequestListener {
  return (_, res) => {
    res.writeHead(200, { 'content-encoding': encoding, 'content-length': bytes.byteLength });
    res.end(bytes);
  };
}

describe('compressed answers', () => {
  const codings: [name: string, encoding: string, bytes: Uint8Array][] = [
    ['gzip', 'gzip', zlib.gzipSync(TEXT)],
    ['gzip in capitals', ' GZIP ', zlib.gzipSync(TEXT)],
    ['gzip by its old name', 'x-gzip', zlib.gzipSync(TEXT)],
    ['brotli', 'br', zlib.brotliCompressSync(TEXT)],
    ['deflate', 'deflate', zlib.deflateSync(TEXT)],
    ['deflate without its frame', 'deflate', zlib.deflateRawSync(TEXT)],
    ['identity', 'identity', Buffer.from(TEXT)],
  ];
  // Node 20 has no zstd, and the client then does not ask for it.
  const hasZstd = typeof zlib.zstdCompressSync === 'function';
  if (hasZstd) codings.push(['zstd', 'zstd', zlib.zstdCompressSync(TEXT)]);
  for (const [name, encoding, bytes] of codings) {
    it(`are read: ${name}`, async () => {
      await using server = await startLoopback(answering(encoding, bytes));
      await using client = loopbackClient();
      const response = await get(client, server.url);
      assert.equal(await textOf(response), TEXT);
      assert.equal(response.headers['content-encoding'], undefined);
      assert.equal(response.headers['content-length'], undefined);
    });
  }

  it('are asked for unless the request says otherwise', async () => {
    await using server = await startLoopback((req, res) => res.end(req.headers['accept-encoding']));
    await using client = loopbackClient();
    const all = hasZstd ? 'gzip, br, deflate, zstd' : 'gzip, br, deflate';
    assert.equal(await textOf(await get(client, server.url)), all);
    const headers = { 'accept-encoding': 'identity' };
    assert.equal(await textOf(await get(client, server.url, { headers })), 'identity');
  });

  const broken: [what: string, encoding: string, bytes: Uint8Array][] = [
    ['cut', 'gzip', zlib.gzipSync(TEXT).subarray(0, 50)],
    ['garbage', 'br', Buffer.from('this is not brotli')],
    ['of an unknown coding', 'rot13', Buffer.from('uryyb')],
    ['of two codings', 'gzip, br', Buffer.from('hello')],
  ];
  for (const [what, encoding, bytes] of broken) {
    it(`that are ${what} are broken`, async () => {
      await using server = await startLoopback(answering(encoding, bytes));
      await using client = loopbackClient();
      const response = await get(client, server.url);
      await assert.rejects(textOf(response), { name: 'EgressError', reason: 'broken' });
      await client.close();
      await server.allClosed();
    });
  }

  it('may have no body', async () => {
    await using server = await startLoopback(answering('gzip', new Uint8Array(0)));
    await using client = loopbackClient();
    assert.equal(await textOf(await get(client, server.url)), '');
  });

  it('come as they are sent, not when they are complete', async () => {
    const gzip = zlib.createGzip();
    await using server = await startLoopback((_, res) => {
      res.writeHead(200, { 'content-encoding': 'gzip' });
      gzip.pipe(res);
      gzip.write('first ');
      gzip.flush();
    });
    await using client = loopbackClient();
    const { body } = await get(client, server.url);
    const chunks: string[] = [];
    for await (const chunk of body) {
      chunks.push(Buffer.from(chunk).toString());
      if (chunks.length === 1) gzip.end('second');
    }
    assert.deepEqual(chunks, ['first ', 'second']);
  });

  it('that unpack to far more than was sent cost only what is read of them', async () => {
    const bomb = zlib.gzipSync(Buffer.alloc(64 * 1024 * 1024));
    await using server = await startLoopback(answering('gzip', bomb));
    await using client = loopbackClient();
    const before = process.memoryUsage().arrayBuffers;
    let length = 0;
    for await (const chunk of (await get(client, server.url)).body) {
      length += chunk.byteLength;
      if (length > 1024 * 1024) break;
    }
    const grown = process.memoryUsage().arrayBuffers - before;
    assert.ok(grown < 16 * 1024 * 1024, `${grown} bytes are held`);
  });

  it('close their connection when the reader leaves or never begins', async () => {
    const endless: RequestListener = (_, res) => {
      res.writeHead(200, { 'content-encoding': 'gzip' });
      res.write(zlib.gzipSync(TEXT));
    };
    await using server = await startLoopback(endless);
    await using client = loopbackClient();
    for await (const _ of (await get(client, server.url)).body) break;
    await server.allClosed();
    await (await get(client, server.url)).body[Symbol.asyncIterator]().return?.();
    await server.allClosed();
    assert.equal(server.connections, 2);
  });

  it('end with the reason of the signal when they are called off', async () => {
    await using server = await startLoopback((_, res) => {
      res.writeHead(200, { 'content-encoding': 'gzip' });
      res.write(zlib.gzipSync(TEXT));
    });
    await using client = loopbackClient();
    const controller = new AbortController();
    const { body } = await get(client, server.url, { signal: controller.signal });
    const reason = new Error('enough');
    await assert.rejects(async () => {
      for await (const _ of body) controller.abort(reason);
    }, reason);
    await server.allClosed();
  });
});
