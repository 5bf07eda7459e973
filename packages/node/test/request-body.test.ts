import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonResponse, type GatewayHandler } from '@model-gateway/core/http';
import { serve } from '@model-gateway/node';
import { rawClient } from './raw-client.ts';

describe('a body that is read twice', () => {
  it('rejects the second time instead of hanging', async () => {
    await using server = await serve(async ({ body }) => {
      assert.ok(body.kind === 'bytes');
      const first = new TextDecoder().decode(await body.read(100));
      const second = await body.read(100).catch((error: Error) => error.message);
      return jsonResponse({ first, second });
    });
    const response = await fetch(server.url, { method: 'POST', body: 'once' });
    const { first, second } = await response.json();
    assert.equal(first, 'once');
    assert.match(second, /was read before the request reached the gateway/);
  });
});

describe('a body in pieces', () => {
  const sizesOf: GatewayHandler = async ({ body }) => {
    assert.ok(body.kind === 'bytes' && body.readPieces !== undefined);
    const pieces = await body.readPieces(1_000_000);
    const bytes = Buffer.concat(pieces);
    const isWhole = bytes.equals(Buffer.alloc(bytes.length, 'some bytes'));
    return jsonResponse({ pieces: pieces.length, length: bytes.length, isWhole });
  };

  it('is read in large pieces as they came', async () => {
    await using server = await serve(sizesOf);
    const body = Buffer.alloc(600_000, 'some bytes');
    const read = await (await fetch(server.url, { method: 'POST', body })).json();
    assert.equal(read.length, 600_000);
    assert.ok(read.isWhole && read.pieces > 1);
  });

  it('is refused when it is too long', async () => {
    await using server = await serve(sizesOf);
    const response = await fetch(server.url, { method: 'POST', body: Buffer.alloc(1_000_001) });
    assert.equal(response.status, 413);
    await response.text();
  });
});

describe('a body in 10,000 chunks of one byte', () => {
  const text = Array.from({ length: 10_000 }, (_, i) => 'abcdefg'[i % 7]).join('');
  const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
  const chunks = text.split('').map((letter) => `1\r\n${letter}\r\n`);

  const whole: GatewayHandler = async ({ body }) =>
    jsonResponse(body.kind === 'bytes' && new TextDecoder().decode(await body.read(10_000)));

  it('is read whole when they arrive together', async () => {
    await using server = await serve(whole);
    await using client = await rawClient(server.port);
    client.send(`${HEAD}${chunks.join('')}0\r\n\r\n`);
    await client.until(`"${text}"`);
  });

  it('is read whole when they arrive one by one', async () => {
    await using server = await serve(whole);
    await using client = await rawClient(server.port);
    client.socket.setNoDelay(true);
    client.send(HEAD);
    for (const chunk of chunks) {
      await new Promise((resolve) => client.socket.write(chunk, resolve));
    }
    client.send('0\r\n\r\n');
    await client.until(`"${text}"`);
  });

  it('is refused as soon as it is too long', async () => {
    await using server = await serve(async ({ body }) =>
      jsonResponse(body.kind === 'bytes' && (await body.read(5000)).byteLength),
    );
    await using client = await rawClient(server.port);
    client.send(`${HEAD}${chunks.slice(0, 5001).join('')}`);
    assert.match(await client.until('"limit_bytes":5000'), /^HTTP\/1\.1 413 /);
  });
});
