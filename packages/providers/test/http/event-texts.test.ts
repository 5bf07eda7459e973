import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { EventTexts, type TextEvent } from '../../src/http/event-texts.ts';

const PIECES = [
  'data: a\n\n',
  'data: b\n\n',
  'data: é🌍\n\n',
  'data: \n\n',
  'data:c\n\n',
  'data: d\ndata: e\n\n',
  'data: f\r\n\r\n',
  'data: g\r\r',
  'data: h\ndata: i\r\n\r\n',
  'event: named\r\ndata: j\r\n\r\n',
  ': comment\n\n',
  'event: named\ndata: h\n\n',
  'event: named\n',
  'data\n\n',
  'data: i',
  'error: j\n\n',
  '\n',
  '\r',
  '\uFEFF',
];

function eventsOf(pieces: readonly Uint8Array[]): readonly TextEvent[] {
  const texts = new EventTexts();
  return [...pieces.flatMap((piece) => texts.push(piece)), ...texts.end()];
}

describe('events of text', () => {
  it('are the same however they are split', () => {
    const streams = fc.array(fc.constantFrom(...PIECES), { maxLength: 8 });
    const sizes = fc.array(fc.integer({ min: 1, max: 24 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(streams, sizes, fc.boolean(), (pieces, lengths, isByEvent) => {
        const bytes = Buffer.from(pieces.join(''));
        const single = [...bytes.keys()].map((at) => bytes.subarray(at, at + 1));
        const reads = isByEvent
          ? pieces.map((piece) => Buffer.from(piece))
          : [...cut(bytes, lengths)];
        assert.deepEqual(eventsOf(reads), eventsOf(single));
      }),
      { numRuns: 3000, seed: 29 },
    );
  });
});

function* cut(bytes: Buffer, lengths: readonly number[]): Generator<Buffer> {
  for (let at = 0, read = 0; at < bytes.length; read++) {
    const length = lengths[read % lengths.length] ?? 1;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}
