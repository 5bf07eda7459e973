import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { toRequestListener } from '@model-gateway/node';
import { echo } from './echo-handler.ts';

/** The headers that arrive of these lines, after `change` in front of the gateway. */
async function arrived(
  lines: readonly string[],
  change: (req: IncomingMessage) => void = () => {},
): Promise<Record<string, string>> {
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
      ['GET /echo HTTP/1.1', 'Host: x', ...lines, 'Connection: close', '', ''].join('\r\n'),
    );
    const answer = await text(socket);
    return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))).headers;
  } finally {
    server.close();
  }
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

  it('show every authorization, however it is written and whatever came between', async () => {
    const headers = await arrived([
      'authorization: Bearer a',
      'X-Other: 1',
      'AUTHORIZATION: Basic b',
      'Authorization: ',
    ]);
    assert.equal(headers['authorization'], 'Bearer a, Basic b, ');
    assert.equal(headers['x-other'], '1');
  });

  it('are strings, also where node:http keeps a list', async () => {
    const headers = await arrived(['Set-Cookie: a=1', 'Set-Cookie: b=2', 'X-Other: 1']);
    assert.equal(headers['set-cookie'], 'a=1, b=2');
    assert.equal(headers['x-other'], '1');
  });
});
