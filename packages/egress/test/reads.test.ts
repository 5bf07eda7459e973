import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { Reads } from '../src/reads.ts';
import { startRaw } from './raw-server.ts';
import { get, loopbackClient, textOf } from './requests.ts';

/** Lengths around those at which memory is set aside otherwise, and a read is cut in two. */
const LENGTHS = [1, 120, 4095, 4096, 32_767, 32_768, 65_535, 65_536, 65_537, 300_000, 7, 90_000];
/** No two stretches of it are alike. */
const BYTES = Buffer.from(
  Array.from({ length: 2_000_000 }, (_, at) => (at * 31 + (at >> 8) * 17) % 251),
);

describe('what a connection reads', () => {
  it('stays as it came while others are read into the same memory', async () => {
    await using server = await startRaw((socket) => {
      const write = (at: number, turn: number) => {
        const end = at + (LENGTHS[(turn * 5) % LENGTHS.length] ?? 0);
        socket.write(BYTES.subarray(at, end));
        if (end < BYTES.length) setImmediate(write, end, turn + 1);
      };
      socket.once('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${BYTES.length}\r\n\r\n`);
        write(0, 0);
      });
    });
    await using client = loopbackClient();
    const { body } = await get(client, server.url);
    const kept: Uint8Array[] = [];
    for await (const chunk of body) kept.push(chunk);
    assert.ok(Buffer.concat(kept).equals(BYTES));
  });

  it('is whole where the connection ends while nobody reads', async () => {
    await using client = loopbackClient();
    // Reading stops at 256 kB, and goes on up to 64 kB into the buffer of the stream.
    for (let length = 240_000; length < 360_000; length += 10_000) {
      const text = BYTES.toString('latin1', 0, length).replace(/[^ -~]/g, ' ');
      await using server = await startRaw((socket) =>
        socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n\r\n${text}`)),
      );
      const answer = await get(client, server.url);
      for (let turns = 0; turns < 50; turns++) await new Promise((r) => setImmediate(r));
      assert.equal(await textOf(answer), text, String(length));
    }
  });

  it('takes no memory from connections that wait', () => {
    const before = process.memoryUsage().arrayBuffers;
    const waiting = Array.from({ length: 100 }, () => new Reads());
    const taken = process.memoryUsage().arrayBuffers - before;
    assert.ok(taken < 100_000, `${waiting.length} connections took ${taken} bytes`);
  });

  it('is not what another connection reads then', () => {
    const [one, other] = [reading(), reading()];
    for (const length of [12, 32_768, one.reads.buffer.length]) {
      one.reads.buffer.fill('a');
      one.reads.callback(length);
      other.reads.buffer.fill('b');
      other.reads.callback(length);
      assert.equal(String(one.taken.at(-1)), 'a'.repeat(length));
      assert.equal(String(other.taken.at(-1)), 'b'.repeat(length));
    }
  });

  it('comes at once, and waits in order where it is not taken', () => {
    const { read, socket, taken, stop } = reading();
    assert.equal(read(`${FINAL} one`), true);
    assert.equal(String(taken), `${FINAL} one`);
    stop();
    assert.equal(read('two '), true);
    assert.equal(read('three'), true);
    assert.equal(String(socket.read()), 'two three');
  });

  it('is not lost to a read of nothing', () => {
    const { read, socket, stop } = reading();
    stop();
    socket.on('readable', () => void socket.read(0));
    read(FINAL);
    assert.equal(String(socket.read()), FINAL);
  });

  it('waits where it comes before the connection is known', () => {
    const { reads, read, socket, stop } = reading(new Reads());
    assert.equal(read(FINAL), false);
    assert.equal(read(' and'), false);
    reads.goTo(socket);
    stop();
    read(' later');
    assert.equal(String(socket.read()), `${FINAL} and later`);
  });

  it('stops while the connection has more than it wants', () => {
    const { reads, socket, stop } = reading();
    stop();
    assert.equal(reads.callback(12), true);
    while (socket.readableLength < socket.readableHighWaterMark) reads.callback(30_000);
    assert.equal(reads.callback(1), false);
  });

  it('stops while it is paused', () => {
    const { reads, read } = reading();
    reads.pause();
    assert.equal(read(FINAL), false);
    reads.resume();
    assert.equal(read(' and more'), true);
  });
});

/** Begins an answer that is not an interim one. */
const FINAL = 'HTTP/1.1 200 OK';

/** Reads of a connection that takes what comes, until `stop`. */
function reading(known?: Reads) {
  const reads = known ?? new Reads();
  const socket = new Socket();
  const taken: Buffer[] = [];
  socket.on('readable', () => {
    const chunk: unknown = socket.read();
    if (Buffer.isBuffer(chunk)) taken.push(chunk);
  });
  if (known === undefined) reads.goTo(socket);
  const read = (text: string) => reads.callback(reads.buffer.write(text));
  return { reads, read, socket, taken, stop: () => socket.removeAllListeners('readable') };
}
