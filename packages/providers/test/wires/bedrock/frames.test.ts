import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EventStreamCodec, type MessageHeaders } from '@smithy/eventstream-codec';
import { FrameReader, type Frame } from '../../../src/wires/bedrock/frames.ts';

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString(),
  (text) => Buffer.from(text),
);
const message = (headers: MessageHeaders, body = '') =>
  Buffer.from(codec.encode({ headers, body: Buffer.from(body) }));

function framesIn(bytes: Uint8Array, reader = new FrameReader()): readonly Frame[] {
  return [...reader.push(bytes)];
}

describe('a message of an event stream of AWS', () => {
  it('has headers of every type, of which the texts are told', () => {
    const headers: MessageHeaders = {
      yes: { type: 'boolean', value: true },
      no: { type: 'boolean', value: false },
      byte: { type: 'byte', value: 1 },
      short: { type: 'short', value: 2 },
      integer: { type: 'integer', value: 3 },
      bytes: { type: 'binary', value: Buffer.from('abc') },
      text: { type: 'string', value: 'Grüße' },
      time: { type: 'timestamp', value: new Date(0) },
      id: { type: 'uuid', value: '01234567-89ab-cdef-0123-456789abcdef' },
      last: { type: 'string', value: '' },
    };
    const [frame] = framesIn(message(headers, '{}'));
    assert.deepEqual(
      [...(frame?.headers ?? [])],
      [
        ['text', 'Grüße'],
        ['last', ''],
      ],
    );
    assert.equal(Buffer.from(frame?.payload ?? []).toString(), '{}');
  });

  it('may be empty, and several may come at once or in parts', () => {
    const reader = new FrameReader();
    const one = message({});
    const three = Buffer.concat([one, message({}, 'a'), one]);
    assert.equal(framesIn(three.subarray(0, one.length + 3), reader).length, 1);
    assert.ok(reader.end());
    assert.equal(framesIn(three.subarray(one.length + 3, one.length + 13), reader).length, 0);
    assert.ok(reader.end());
    assert.equal(framesIn(three.subarray(one.length + 13), reader).length, 2);
    assert.ok(!reader.end());
  });

  it('is refused at once where its length is wrong or too much', () => {
    const page = Buffer.from('<!doctype html><p>Hi</p>');
    assert.throws(() => framesIn(page), { failure: 'malformed' });
    const long = message({}, 'x'.repeat(17 * 1024 * 1024));
    assert.throws(() => framesIn(long.subarray(0, 12)), { failure: 'malformed' });
  });
});
