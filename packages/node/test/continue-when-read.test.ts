import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { GatewayError } from '@model-gateway/core';
import { jsonResponse, type GatewayHandler } from '@model-gateway/core/http';
import { continueWhenRead, serve } from '@model-gateway/node';
import { listening } from './listening.ts';
import { rawClient } from './raw-client.ts';

/* Source: RFC 9110 §10.1.1, contract §1.1. */

function asking(path: string, length = 5): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`;
}

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

/** Refuses under /refused before it reads; elsewhere it takes ten bytes. */
const handler: GatewayHandler = async ({ path, body }) => {
  if (path === '/refused') throw new GatewayError('missingAuthentication');
  if (path === '/unread') return jsonResponse({ unread: true });
  return jsonResponse({ length: body.kind === 'bytes' && (await body.read(10)).byteLength });
};

describe('a request that expects 100-continue', () => {
  it('receives 100 Continue when its body is read', async () => {
    await using server = await serve(handler);
    await using client = await rawClient(server.port);
    client.send(asking('/'));
    assert.equal(await client.until('\r\n\r\n'), CONTINUE);
    client.send('hello');
    const answer = await client.until('{"length":5}');
    assert.match(
      answer.slice(CONTINUE.length),
      /^HTTP\/1\.1 200 OK\r\n.*connection: keep-alive\r\n/is,
    );
  });

  const refused = [
    ['401 before its body is read', asking('/refused'), 401],
    ['413 when its content-length is too large', asking('/', 11), 413],
    ['an answer that needs no body', asking('/unread'), 200],
  ] as const;
  for (const [what, bytes, status] of refused) {
    it(`gets ${what}, without 100, and the connection closes`, async () => {
      await using server = await serve(handler);
      await using client = await rawClient(server.port);
      client.send(bytes);
      const answer = await client.ended();
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} .*\r\nconnection: close\r\n`, 'is'));
    });
  }

  it('still receives 100 Continue and its answer while the server drains', async () => {
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const server = await serve(async (request) => {
      await begun;
      return handler(request);
    });
    await using client = await rawClient(server.port);
    client.send(asking('/'));
    await once(server.server, 'checkContinue');
    const closed = server.close();
    begin();
    await client.until(CONTINUE);
    client.send('hello');
    assert.match(await client.ended(), /\{"length":5\}$/);
    assert.deepEqual(await closed, { cut: [] });
  });
});

describe('continueWhenRead in a host', () => {
  const listen = (app: RequestListener) =>
    listening(createServer(app).on('checkContinue', continueWhenRead(app)));

  it('sends 100 Continue once for a body parser of the host', async () => {
    const parse = async (req: AsyncIterable<Uint8Array>, res: ServerResponse) => {
      let length = 0;
      for await (const chunk of req) length += chunk.byteLength;
      res.end(`read ${length}`);
    };
    await using server = await listen((req, res) => void parse(req, res));
    await using client = await rawClient(server.port);
    client.send(asking('/'));
    await client.until('\r\n\r\n');
    client.send('hello');
    const answer = await client.until('read 5');
    assert.equal(answer.match(/ 100 Continue/g)?.length, 1);
  });

  it('sends no 100 Continue after an answer', async () => {
    await using server = await listen((_req, res) => res.writeHead(404).end());
    await using client = await rawClient(server.port);
    client.send(asking('/'));
    assert.match(await client.ended(), /^HTTP\/1\.1 404 .*\r\nconnection: close\r\n/is);
  });
});
