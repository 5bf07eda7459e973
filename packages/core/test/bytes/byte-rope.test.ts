import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ByteRope } from '../../src/bytes/byte-rope.ts';

const BYTES = Uint8Array.from({ length: 23 }, (_, at) => (at * 7) % 5);

/** The same bytes, cut at every two places. */
function* ropes(): Generator<ByteRope> {
  for (let first = 0; first <= BYTES.length; first++) {
    for (let second = first; second <= BYTES.length; second++) {
      const cuts = [0, first, second, BYTES.length];
      const pieces = cuts.slice(1).map((to, at) => BYTES.subarray(cuts[at], to));
      yield new ByteRope(pieces);
    }
  }
}

describe('ByteRope', () => {
  it('reads as the bytes would read in one piece, forwards and backwards', () => {
    for (const rope of ropes()) {
      assert.equal(rope.byteLength, BYTES.length);
      for (const at of [...BYTES.keys(), BYTES.length, ...[...BYTES.keys()].toReversed(), -1]) {
        assert.equal(rope.at(at), BYTES[at]);
        if (at < 0) continue;
        for (const byte of [0, 3, 9]) {
          assert.equal(rope.indexOf(byte, at), BYTES.indexOf(byte, at));
          assert.equal(rope.lastIndexOf(byte, at), BYTES.lastIndexOf(byte, at));
        }
      }
    }
  });

  it('looks for a byte between two positions', () => {
    for (const rope of ropes()) {
      for (const [from, to] of [
        [0, 23],
        [2, 9],
        [7, 8],
        [9, 9],
        [20, 30],
      ] as const) {
        for (const byte of [0, 3, 9]) {
          const found = BYTES.indexOf(byte, from);
          assert.equal(rope.indexOf(byte, from, to), found < to ? found : -1);
        }
      }
    }
  });

  it('knows where dense bytes end, in whichever piece, and however long they are', () => {
    const bytes = Buffer.alloc(300_000, 'QUJD');
    for (const cuts of [[], [65_536], [100_000, 100_001, 165_537]]) {
      const all = [0, ...cuts, bytes.length];
      const rope = new ByteRope(all.slice(1).map((to, at) => bytes.subarray(all[at], to)));
      assert.equal(rope.endOfDense(7), bytes.length);
      for (const end of [7, 16_391, 65_535, 65_536, 100_000, 100_001, 165_536, 299_999]) {
        for (const byte of [0x22, 0x5c, 0x20, 0xc3]) {
          bytes[end] = byte;
          assert.equal(rope.endOfDense(7), end, `${byte} at ${end}`);
        }
        bytes[end] = 0x41;
      }
    }
  });

  it('gives slices of its pieces, none of them empty', () => {
    for (const rope of ropes()) {
      for (const [from, to] of [
        [0, 23],
        [0, 0],
        [5, 6],
        [3, 20],
        [22, 23],
      ] as const) {
        const slices = rope.slice(from, to);
        assert.deepEqual(Buffer.concat(slices), Buffer.from(BYTES.subarray(from, to)));
        assert.ok(
          slices.every(({ buffer, byteLength }) => buffer === BYTES.buffer && byteLength > 0),
        );
      }
    }
  });

  it('may be empty', () => {
    const rope = new ByteRope([new Uint8Array()]);
    assert.equal(rope.byteLength, 0);
    assert.equal(rope.at(0), undefined);
    assert.equal(rope.indexOf(0, 0), -1);
    assert.deepEqual(rope.slice(0), []);
  });
});
