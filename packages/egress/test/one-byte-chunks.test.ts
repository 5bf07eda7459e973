import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startRaw } from './raw-server.ts';
import { get, loopbackClient, textOf } from './requests.ts';

const COUNT = 200_000;
const HEAD = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

/** `COUNT` letters, each a chunk of its own. */
const text = Array.from({ length: COUNT }, (_, i) => 'abcdefg'[i % 7]).join('');
const wire = `${text.replace(/./g, '1\r\n$&\r\n')}0\r\n\r\n`;

describe('an answer in chunks of one byte', () => {
  it('comes whole and in order', async () => {
    await using server = await startRaw((socket) =>
      socket.once('data', () => socket.write(HEAD + wire)),
    );
    await using client = loopbackClient();
    assert.equal(await textOf(await get(client, server.url)), text);
  });

  it('waits for its reader in a few pieces', async () => {
    await using server = await startRaw((socket) =>
      socket.once('data', () => socket.write(HEAD + wire)),
    );
    await using client = loopbackClient();
    const { body } = await get(client, server.url);
    let pieces = 0;
    let length = 0;
    for await (const piece of body) {
      pieces++;
      length += piece.byteLength;
      // Bytes that arrive in the meantime have to wait.
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal(length, COUNT);
    assert.ok(pieces < COUNT / 100, `${COUNT} bytes came in ${pieces} pieces`);
  });
});
