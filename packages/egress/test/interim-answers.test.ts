import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { startRaw } from './raw-server.ts';
import { get, loopbackClient, textOf } from './requests.ts';

/* Source: RFC 9110 §15.2. */

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const HINTS = 'HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload\r\n\r\n';
const FINAL = 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello';

/** Writes each piece when the one before has left. */
function inPieces(socket: Socket, pieces: readonly string[]): void {
  const [first, ...rest] = pieces;
  if (first === undefined) return;
  socket.setNoDelay(true);
  socket.write(first, 'latin1', () => setImmediate(() => inPieces(socket, rest)));
}

describe('an unexpected interim answer', () => {
  const cases: readonly (readonly [what: string, pieces: readonly string[]])[] = [
    ['100', [CONTINUE, FINAL]],
    ['100 together with the answer', [CONTINUE + FINAL]],
    ['100 three times', [CONTINUE + CONTINUE, CONTINUE, FINAL]],
    ['100 and 103', [CONTINUE + HINTS, FINAL]],
    ['103 and 100', [HINTS, CONTINUE, FINAL]],
    ['100 of HTTP/1.0 with headers', ['HTTP/1.0 100 Go on\r\nx-a: 1\r\n\r\n', FINAL]],
    ['100 byte by byte', (CONTINUE + FINAL).split('')],
    ['none, byte by byte', FINAL.split('')],
  ];
  for (const [what, pieces] of cases) {
    it(`is skipped: ${what}, on a connection that is used again`, async () => {
      let connections = 0;
      await using server = await startRaw((socket) => {
        connections++;
        socket.on('data', () => inPieces(socket, pieces));
      });
      await using client = loopbackClient();
      for (let i = 0; i < 2; i++) {
        const response = await get(client, server.url);
        assert.equal(response.status, 200);
        assert.equal(await textOf(response), 'hello');
      }
      assert.equal(connections, 1);
    });
  }

  it('is left alone inside a body', async () => {
    const body = `${CONTINUE}${HINTS}`;
    await using server = await startRaw((socket) =>
      socket.once('data', () =>
        inPieces(socket, [
          `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`,
          CONTINUE,
          HINTS,
        ]),
      ),
    );
    await using client = loopbackClient();
    assert.equal(await textOf(await get(client, server.url)), body);
  });

  const broken: readonly (readonly [what: string, bytes: string])[] = [
    ['is 101', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
    ['never ends', `HTTP/1.1 100 Continue\r\nx-long: ${'x'.repeat(20_000)}`],
    ['is all there is', CONTINUE],
  ];
  for (const [what, bytes] of broken) {
    it(`breaks the connection when it ${what}`, async () => {
      await using server = await startRaw((socket) => socket.once('data', () => socket.end(bytes)));
      await using client = loopbackClient();
      await assert.rejects(get(client, server.url), { reason: 'broken' });
    });
  }
});
