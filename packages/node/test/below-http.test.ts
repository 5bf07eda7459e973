import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { describe, it } from 'node:test';
import { jsonResponse, type GatewayHandler } from '@model-gateway/core/http';
import { serve, type ServeOptions } from '@model-gateway/node';
import { heldStream } from './held-stream.ts';
import { echo } from './echo-handler.ts';
import { get, rawClient } from './raw-client.ts';

/* Source: contract §1.7. */

/** Returns everything the server sends for these bytes until it closes the connection. */
async function answerTo(text: string, options: ServeOptions = {}, handler = echo): Promise<string> {
  await using server = await serve(handler, options);
  await using client = await rawClient(server.port);
  client.send(text);
  return await client.ended();
}

/** Waits for it without listening to errors, as `once` does: that is up to the server. */
async function closeOf(socket: Duplex): Promise<void> {
  if (!socket.closed) await new Promise<void>((resolve) => socket.on('close', () => resolve()));
}

/**
 * Returns the status and the error of an answer, after checking the headers that all answers have.
 */
function envelopeIn(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) [A-Z]/.exec(head)?.[1]);
  assert.match(head, /^x-request-id: [\x21-\x7e]{1,128}$/im, answer);
  assert.match(head, /^x-content-type-options: nosniff$/im);
  assert.match(head, /^cache-control: no-store$/im);
  assert.match(head, /^content-type: application\/json; charset=utf-8$/im);
  assert.match(head, /^connection: close$/im);
  assert.match(head, /^date: .* GMT$/im);
  assert.equal(Number(/^content-length: (\d+)$/im.exec(head)?.[1]), Buffer.byteLength(body));
  // The assertions below check the shape.
  const { error } = JSON.parse(body) as { error: { code: number; message: string } };
  assert.equal(error.code, status);
  return { status, message: error.message };
}

const REFUSED: readonly [what: string, bytes: string, status: number, message: RegExp][] = [
  ['a URL of 20,000 characters', get(`/${'x'.repeat(20_000)}`), 431, /headers too large/],
  [
    'headers of 20,000 characters',
    `GET /echo HTTP/1.1\r\nHost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    /headers too large/,
  ],
  ['a method in lower case', 'get /echo HTTP/1.1\r\nHost: x\r\n\r\n', 400, /method/i],
  ['a method that HTTP does not have', 'BREW /echo HTTP/1.1\r\nHost: x\r\n\r\n', 400, /method/i],
  ['UTF-8 in the URL', get('/grüße'), 400, /not valid HTTP\/1\.1/],
  [
    'a content-length together with transfer-encoding',
    'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    /not valid HTTP\/1\.1/,
  ],
  [
    'a transfer-encoding in HTTP/1.0, which has none, and a request behind it',
    'POST /echo HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n' +
      '2\r\nhi\r\n0\r\n\r\nGET /echo HTTP/1.1\r\nHost: x\r\n\r\n',
    400,
    /transfer-encoding needs HTTP\/1\.1, got HTTP\/1\.0/,
  ],
  [
    'two content-lengths that differ',
    'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
    400,
    /Content-Length/,
  ],
  ['a space before the colon', 'GET /echo HTTP/1.1\r\nHost : x\r\n\r\n', 400, /not valid HTTP/],
  ['bytes that are not HTTP', '\u0016\u0003\u0001\u0002\u0000', 400, /not valid HTTP\/1\.1/],
  ['an invalid chunk size', chunked('nonsense\r\n'), 400, /chunk size/],
  [
    'chunk extensions without end',
    chunked(`1;${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`),
    413,
    /too large/,
  ],
  ['no Host', 'GET /echo HTTP/1.1\r\n\r\n', 400, /one Host header, got 0/],
  ['two Hosts', 'GET /echo HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n', 400, /one Host header, got 2/],
  [
    'an expectation that is not 100-continue',
    'GET /echo HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n',
    417,
    /Expectation not supported/,
  ],
  ['CONNECT', 'CONNECT a.example:443 HTTP/1.1\r\nHost: x\r\n\r\n', 404, /CONNECT/],
];

function chunked(body: string): string {
  return `POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${body}`;
}

describe('serve answers below HTTP with the envelope, once, and closes:', () => {
  for (const [what, bytes, expected, text] of REFUSED) {
    it(`${expected}: ${what}`, async () => {
      const answer = await answerTo(bytes);
      const { status, message } = envelopeIn(answer);
      assert.equal(status, expected);
      assert.match(message, text);
      assert.equal(answer.match(/HTTP\/1\.1 \d/g)?.length, 1);
    });
  }

  it('408: a head that never completes', async () => {
    const { status } = envelopeIn(
      await answerTo('GET /echo HTTP/1.1\r\n', { headersTimeoutMs: 20 }),
    );
    assert.equal(status, 408);
  });

  it('408: a body that never completes', async () => {
    const bytes = 'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhel';
    const { status } = envelopeIn(await answerTo(bytes, { requestTimeoutMs: 20 }));
    assert.equal(status, 408);
  });

  it('431: headers above a custom limit', async () => {
    const bytes = `GET /echo HTTP/1.1\r\nHost: x\r\nx-long: ${'x'.repeat(600)}\r\n\r\n`;
    const { message } = envelopeIn(await answerTo(bytes, { maxHeaderBytes: 500 }));
    assert.match(message, /500 bytes/);
  });

  it('nothing to a client that connects and stays silent', async () => {
    assert.equal(await answerTo('', { headersTimeoutMs: 20 }), '');
  });

  it('nothing to a client that resets its connection', async () => {
    await using server = await serve(echo);
    await using client = await rawClient(server.port);
    client.send('GET /echo HTTP/1.1\r\n');
    const broke = once(server.server, 'clientError');
    client.socket.resetAndDestroy();
    const [, socket] = await broke;
    await closeOf(socket);
  });

  it('nothing to a client that resets its CONNECT, which ends nothing else', async () => {
    await using server = await serve(echo);
    await using client = await rawClient(server.port);
    const asked = once(server.server, 'connect');
    // Before the gateway's listener: its answer finds the connection reset.
    server.server.prependListener('connect', () => client.socket.resetAndDestroy());
    client.send('CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n');
    const [, socket] = await asked;
    await closeOf(socket);
    const { status } = await fetch(`http://127.0.0.1:${server.port}/echo`);
    assert.equal(status, 200);
  });
});

describe('what is behind a request whose framing is refused', () => {
  const REFUSED_FIRST = {
    'two Hosts': 'GET /first HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n',
    'a transfer-encoding in HTTP/1.0':
      'POST /first HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n' +
      '2\r\nhi\r\n0\r\n\r\n',
  };
  for (const [what, first] of Object.entries(REFUSED_FIRST)) {
    it(`reaches no handler: ${what}`, async () => {
      const reached: string[] = [];
      const handler: GatewayHandler = async ({ path }) => {
        reached.push(path);
        return jsonResponse({});
      };
      const answer = await answerTo(`${first}${get('/behind')}`, {}, handler);
      assert.equal(envelopeIn(answer).status, 400);
      assert.deepEqual(reached, []);
    });
  }
});

describe('an error behind a request that is being answered', () => {
  /** Answers when the test lets it. */
  function held() {
    let answer = () => {};
    let announce = () => {};
    const came = new Promise<void>((resolve) => (announce = resolve));
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const handler: GatewayHandler = async ({ path }) => {
      announce();
      await answered;
      return jsonResponse({ path });
    };
    return { handler, came, answer };
  }

  it('does not disturb that answer, and is not answered itself', async () => {
    const { handler, came, answer } = held();
    await using server = await serve(handler);
    await using client = await rawClient(server.port);
    const broke = once(server.server, 'clientError');
    client.send(`${get('/first')}nonsense\r\n\r\n`);
    await Promise.all([came, broke]);
    answer();
    const text = await client.ended();
    assert.match(text, /^HTTP\/1\.1 200 .*connection: close\r\n.*"\/first"\}$/is);
    assert.equal(text.match(/HTTP\/1\.1 \d/g)?.length, 1);
  });

  it('is answered in place of its own request when that request is what broke', async () => {
    const { handler, came, answer } = held();
    await using server = await serve(async (request) => {
      if (request.path === '/held') return handler(request);
      if (request.body.kind === 'bytes') await request.body.read(1000);
      return jsonResponse({ path: request.path });
    });
    await using client = await rawClient(server.port);
    const broke = once(server.server, 'clientError');
    client.send(get('/held') + chunked('nonsense\r\n'));
    await Promise.all([came, broke]);
    answer();
    const [first = '', second = ''] = (await client.ended()).split(/(?=HTTP\/1\.1 \d)/);
    assert.match(first, /^HTTP\/1\.1 200 .*"\/held"/s);
    assert.equal(envelopeIn(second).status, 400);
  });

  it('ends a stream’s connection after the stream', async () => {
    const { handler, finish } = heldStream();
    await using server = await serve(handler);
    await using client = await rawClient(server.port);
    client.send(get('/'));
    await client.until('data: first');
    const broke = once(server.server, 'clientError');
    client.send('nonsense\r\n\r\n');
    await broke;
    finish();
    assert.match(await client.ended(), /data: last\n\n\r\n0\r\n\r\n$/);
  });
});
