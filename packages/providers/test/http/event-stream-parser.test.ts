import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { EventStreamParser } from '../../src/http/event-stream-parser.ts';
import { cutAt } from '../cut.ts';

interface ParsedEvent {
  readonly name: string;
  readonly data: string;
}

function parse(chunks: readonly Uint8Array[]): readonly ParsedEvent[] {
  const events: ParsedEvent[] = [];
  let pieces: Uint8Array[] = [];
  const parser = new EventStreamParser({
    data: (bytes) => pieces.push(bytes),
    event(name) {
      events.push({ name, data: Buffer.concat(pieces).toString() });
      pieces = [];
    },
  });
  for (const chunk of chunks) parser.push(chunk);
  parser.end();
  return events;
}

/** Applies the standard's rules to whole text; an event that the end cuts off counts as well. */
function reference(text: string): readonly ParsedEvent[] {
  const events: ParsedEvent[] = [];
  let name = '';
  let data: string[] = [];
  const dispatch = () => {
    if (data.length > 0) events.push({ name, data: data.join('\n') });
    name = '';
    data = [];
  };
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
    if (line === '') dispatch();
    const colon = line.includes(':') ? line.indexOf(':') : line.length;
    const value = line.slice(colon + 1).replace(/^ /, '');
    if (line.slice(0, colon) === 'data') data.push(value);
    if (line.slice(0, colon) === 'event') name = value;
  }
  dispatch();
  return events;
}

describe('EventStreamParser', () => {
  const table: readonly (readonly [
    text: string,
    events: readonly (readonly [string, string])[],
  ])[] = [
    ['data: a\n\n', [['', 'a']]],
    ['data:a\n\n', [['', 'a']]],
    ['data:  a \n\n', [['', ' a ']]],
    ['data: a\ndata: b\ndata\n\n', [['', 'a\nb\n']]],
    ['data:\n\n', [['', '']]],
    ['data\n\n', [['', '']]],
    [
      'event: e\ndata: a\n\ndata: b\n\n',
      [
        ['e', 'a'],
        ['', 'b'],
      ],
    ],
    ['event: e\n\ndata: b\n\n', [['', 'b']]],
    ['event: e\nevent: f\ndata: b\n\n', [['f', 'b']]],
    [': comment\ndata: a\n:\n\n', [['', 'a']]],
    ['id: 1\nretry: 2\nfoo: bar\nfoo\ndatax: 1\ndat: 2\n\n', []],
    [
      'data: a\r\n\r\ndata: b\r\rdata: c\n\n',
      [
        ['', 'a'],
        ['', 'b'],
        ['', 'c'],
      ],
    ],
    ['\ufeffdata: a\n\n', [['', 'a']]],
    ['\ufeff\ufeffdata: a\n\n', []],
    ['\n\n\ndata: a\n\n\n\n', [['', 'a']]],
    ['data: a', [['', 'a']]],
    ['data: a\n', [['', 'a']]],
    ['data: a\r', [['', 'a']]],
    [
      'data: a\n\ndata',
      [
        ['', 'a'],
        ['', ''],
      ],
    ],
    ['data: {"a":"b:c"}\n\n', [['', '{"a":"b:c"}']]],
    ['', []],
  ];
  for (const [text, events] of table) {
    it(`reads ${JSON.stringify(text)}`, () => {
      const expected = events.map(([name, data]) => ({ name, data }));
      assert.deepEqual(parse([Buffer.from(text)]), expected);
      assert.deepEqual(reference(text), expected, 'the reference');
      assert.deepEqual(parse([...Buffer.from(text)].map((byte) => Uint8Array.of(byte))), expected);
    });
  }

  const word = fc.oneof(
    fc.constantFrom('data', 'event', 'id', 'data: ', 'data:', 'event: e', ':', ' ', 'x', '\ufeff'),
    fc.constantFrom('\n', '\r', '\r\n', '\n\n'),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
  );
  const stream = fc.array(word, { maxLength: 40 }).map((words) => words.join(''));

  it('reads the same events however the bytes are split', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat(200), { maxLength: 20 }), (text, cuts) => {
        assert.deepEqual(parse(cutAt(Buffer.from(text), cuts)), reference(text));
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  it('reports slices of the input, not copies', () => {
    const chunk = Buffer.from('data: hello\n\n');
    const seen: Uint8Array[] = [];
    new EventStreamParser({ data: (bytes) => seen.push(bytes), event() {} }).push(chunk);
    assert.equal(seen[0]?.buffer, chunk.buffer);
  });
});
