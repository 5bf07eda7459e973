import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ResponseReader } from '../../src/client/response-reader.ts';

const FILLER = 'x-filler: '.padEnd(3000, 'x');
const RESPONSES = Buffer.from(
  `HTTP/1.1 200 OK\r\n${FILLER}\r\nContent-Length: 12\r\n\r\n{"a":"\r\n\r\n"}` +
    `HTTP/1.1 304 Not Modified\r\netag: "x"\r\n\r\n` +
    `HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n` +
    `c\r\n\n0\r\n\r\n0\r\n\r\n.\r\n1\r\nx\r\n0\r\n\r\n` +
    `HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n`,
);

/** The statuses that a reader finds when the bytes come in pieces of `size`. */
function statusesOf(bytes: Buffer, size: number): number[] {
  const statuses: number[] = [];
  const reader = new ResponseReader((status) => statuses.push(status));
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    reader.read(piece, piece.length);
  }
  return statuses;
}

describe('ResponseReader', () => {
  for (const size of [1, 7, 1024, 100_000]) {
    it(`finds every response when they come in pieces of ${size} bytes`, () => {
      assert.deepEqual(statusesOf(RESPONSES, size), [200, 304, 201, 401]);
    });
  }

  it('reads only the given length of a buffer that is used again', () => {
    const statuses: number[] = [];
    const reader = new ResponseReader((status) => statuses.push(status));
    reader.read(RESPONSES, 20);
    assert.deepEqual(statuses, []);
  });

  it('refuses a body whose length is not announced', () => {
    const untilTheEnd = Buffer.from('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n');
    assert.throws(() => statusesOf(untilTheEnd, 1000), /without content-length/);
  });
});
