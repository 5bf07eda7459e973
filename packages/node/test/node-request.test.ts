import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { toRequestListener } from '@model-gateway/node';
import { echo } from './echo-handler.ts';

interface Arrived {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Returns what the gateway receives of these header lines and this body, after `change` in front.
 */
async function answerTo(
  lines: readonly string[],
  change: (req: IncomingMessage) => void,
  body = '',
): Promise<Arrived> {
  const listener = toRequestListener(echo);
  const server = createServer((req, res) => {
    change(req);
    listener(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    // A server that listens on TCP has an address of this form.
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(
      ['POST /echo HTTP/1.1', 'Host: x', ...lines, 'Connection: close', '', body].join('\r\n'),
    );
    const answer = await text(socket);
    return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
  } finally {
    server.close();
  }
}

async function arrived(
  lines: readonly string[],
  change: (req: IncomingMessage) => void = () => {},
): Promise<Arrived['headers']> {
  return (await answerTo(lines, change)).headers;
}

describe('the headers of a request', () => {
  it('are those that middleware in front left', async () => {
    const headers = await arrived(['Authorization: Bearer a', 'X-Old: 1'], (req) => {
      req.headers.authorization = 'Bearer of the session';
      req.headers['x-user'] = 'ada';
      delete req.headers['x-old'];
    });
    assert.equal(headers['authorization'], 'Bearer of the session');
    assert.equal(headers['x-user'], 'ada');
    assert.equal(headers['x-old'], undefined);
  });

  it('show every authorization, in any case and with other headers in between', async () => {
    const headers = await arrived([
      'authorization: Bearer a',
      'X-Other: 1',
      'AUTHORIZATION: Basic b',
      'Authorization: ',
    ]);
    assert.equal(headers['authorization'], 'Bearer a, Basic b, ');
    assert.equal(headers['x-other'], '1');
  });

  it('show the value that middleware put in place of a repeated authorization', async () => {
    const headers = await arrived(['Authorization: Bearer a', 'Authorization: Bearer b'], (req) => {
      req.headers.authorization = 'Bearer of the session';
    });
    assert.equal(headers['authorization'], 'Bearer of the session');
    const none = await arrived(['Authorization: Bearer a', 'Authorization: Bearer b'], (req) => {
      delete req.headers.authorization;
    });
    assert.equal(none['authorization'], undefined);
  });

  it('are strings, whatever middleware left', async () => {
    const headers = await arrived(['X-Gone: 1'], (req) => {
      req.headers['x-gone'] = undefined;
      req.headers['x-list'] = ['a', 'b'];
    });
    assert.deepEqual([headers['x-gone'], headers['x-list']], [undefined, 'a, b']);
  });

  it('may lack those of a body that a parser consumed', async () => {
    const { body, headers } = await answerTo(
      ['Content-Type: application/json', 'Content-Length: 2'],
      (req) => {
        delete req.headers['content-length'];
        Object.assign(req, { body: { parsed: true } });
      },
      '{}',
    );
    assert.equal(body, '(parsed)');
    assert.equal(headers['content-length'], undefined);
  });

  it('have no encoding of bytes that a parser decompressed to as many', async () => {
    const text = Array.from({ length: 100 }, (_, i) => 'x'.repeat(i)).find(
      (candidate) => gzipSync(candidate).length === candidate.length,
    );
    assert.ok(text !== undefined);
    const lines = ['Content-Encoding: gzip', `Content-Length: ${text.length}`];
    const leave = (body: Uint8Array) => arrived(lines, (req) => void Object.assign(req, { body }));
    assert.equal((await leave(Buffer.from(text)))['content-encoding'], undefined);
    assert.equal((await leave(gzipSync(text)))['content-encoding'], 'gzip');
  });

  it('are strings, even where node:http keeps a list', async () => {
    const headers = await arrived(['Set-Cookie: a=1', 'Set-Cookie: b=2', 'X-Other: 1']);
    assert.equal(headers['set-cookie'], 'a=1, b=2');
    assert.equal(headers['x-other'], '1');
  });
});
