import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { structureProblem } from '../../src/input/json-structure.ts';
import { createJsonReader, createPiecesReader, readJson } from '../../src/input/read-json.ts';

/* How JSON bodies are read. Source: contract §1.2. */

const bytesOf = (text: string) => new TextEncoder().encode(text);

function problemOf(text: string, read = readJson): string | undefined {
  const reading = read(bytesOf(text));
  if (reading.ok) return undefined;
  return reading.issue.message;
}

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const nestedObjects = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);

describe('a JSON body', () => {
  for (const text of [
    'null',
    ' 1 ',
    '"text"',
    '[]',
    '{}',
    '{"a":"a"}',
    '{"a":["a","a"]}',
    '{"a":{"a":1},"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":["b"],"b":1}',
    '{"a":{},"b":[],"c":[{}]}',
    '{"a\\"":1,"a":2}',
    '{"a\\\\":1,"a":2}',
    String.raw`{"text":"{\"a\":1,\"a\":2}[[["}`,
    String.raw`{"text":"\\","b":"\\\"","c":","}`,
    '{"A":1,"a":2}',
    '["a","a","a"]',
    // What looks like members, or like nesting, inside of a text.
    String.raw`{"x":"\",\"a\":1,\"a\":2"}`,
    String.raw`{"x":"\" ,\"a\":1,\"a\":2"}`,
    `{"x":"${'['.repeat(100)}"}`,
    '[9007199254740991,-9007199254740991,1e15]',
    '{"q":"😀"}',
    nested(64),
    nestedObjects(64),
  ]) {
    it(`is read as it stands: ${text.slice(0, 40)}`, () => {
      assert.deepEqual(readJson(bytesOf(text)), { ok: true, value: JSON.parse(text) });
    });
  }

  for (const [text, problem] of [
    ['', 'a JSON body is required'],
    [' \n', 'a JSON body is required'],
    ['{"a":1', 'the body must be valid JSON; parsing failed at line 1, column 7'],
    ['[1,\n2,]', 'the body must be valid JSON; parsing failed at line 2, column 3'],
    ['{"a":{}"a":1}', 'the body must be valid JSON; parsing failed at line 1, column 8'],
    ['{"a', 'the body must be valid JSON; parsing failed at line 1, column 2'],
    ['{"a":1,"a":2}', 'the member "a" appears twice'],
    ['{"":1,"":2}', 'the member "" appears twice'],
    ['[{"b":1,"b":1}]', 'the member "b" appears twice'],
    [String.raw`{"a":"\"","a":1}`, 'the member "a" appears twice'],
    ['{"a":1,"\\u0061":2}', 'the member "a" appears twice'],
    ['{"a":{"b":1},"a":2}', 'the member "a" appears twice'],
    ['{"a":["b"],"a":2}', 'the member "a" appears twice'],
    ['{"a":[{"b":1,"b":1}]}', 'the member "b" appears twice'],
    ['{"b":1,"a":{"c":2},"b":3}', 'the member "b" appears twice'],
    ['{"a\\\\":1,"a\\\\":2}', 'the member "a\\\\" appears twice'],
    [nested(65), 'the body may be at most 64 levels deep'],
    [nestedObjects(65), 'the body may be at most 64 levels deep'],
    ['{"a":9007199254740992}', 'a must be a number between -(2^53-1) and 2^53-1'],
    ['{"a":[1e400]}', 'a[0] must be a number between -(2^53-1) and 2^53-1'],
    ['{"a":"\\u0000"}', 'a must not hold the character NUL'],
    ['{"a":"\\ud83d"}', 'a must not hold half of a surrogate pair'],
    ['{"__proto__":1}', '__proto__ is not allowed as the name of a member'],
    ['{"a":{"\\u005f_proto__":1}}', 'a.__proto__ is not allowed as the name of a member'],
  ] as const) {
    it(`is refused: ${text.slice(0, 40)}`, () => assert.equal(problemOf(text), problem));
  }

  for (const bytes of [[0x22, 0xff, 0x22], [0xc3], [0xed, 0xa0, 0x80]]) {
    it(`is refused when it is not UTF-8: ${bytes.join(' ')}`, () => {
      assert.deepEqual(readJson(Uint8Array.from(bytes)), {
        ok: false,
        issue: { path: 'body', message: 'the body must be UTF-8 text' },
      });
    });
  }

  it('may hold 100,000 values besides the first, and no more', () => {
    const list = (items: number) => `[${Array(items).fill('0').join()}]`;
    assert.equal(problemOf(list(100_001)), undefined);
    assert.equal(problemOf(list(100_002)), 'the body may hold at most 100000 values');
  });

  it('may have 1,000 members in an object, and no more', () => {
    const object = (members: number) =>
      `{${Array.from({ length: members }, (_, i) => `"m${i}":0`).join()}}`;
    const problem = 'an object in the body may have at most 1000 members';
    assert.equal(problemOf(object(1000)), undefined);
    assert.equal(problemOf(object(1001)), problem);
  });
});

describe('a JSON body of which some members are read', () => {
  const read = createJsonReader(
    v.object({
      name: v.optional(v.string()),
      items: v.optional(v.array(v.object({ id: v.optional(v.number()) }))),
      labels: v.optional(v.record(v.string(), v.string())),
    }),
  );

  for (const text of [
    '{"mine":1,"mine":2}',
    '{"mine":{"a":1,"a":2}}',
    '{"mine":[9007199254740993]}',
    '{"mine":"\\u0000\\ud83d"}',
    '{"items":[{"mine":1e400}]}',
    '{"mine":{"name":1,"name":2}}',
    `{"mine":{${Array.from({ length: 2000 }, (_, i) => `"m${i}":0`).join()}}}`,
  ]) {
    it(`may hold anything in the others: ${text.slice(0, 40)}`, () => {
      assert.deepEqual(read(bytesOf(text)), { ok: true, value: JSON.parse(text) });
    });
  }

  const KEEPS = 'rawJSON' in JSON;
  const reader = createPiecesReader(
    v.object({
      count: v.optional(v.number()),
      schema: v.optional(v.record(v.string(), v.unknown())),
    }),
    true,
  );
  const readExactly = (bytes: Uint8Array) => reader([bytes], undefined);

  for (const text of [
    '{"mine":[9007199254740993,-9007199254740993,1e400]}',
    '{"schema":{"maximum":9007199254740993,"not":{"enum":[12345678901234567890]}}}',
    '{"schema":{"text":", 9007199254740993"},"count":9007199254740991}',
  ]) {
    it(`keeps the digits of what is passed on, where the engine can: ${text}`, () => {
      const reading = readExactly(bytesOf(text));
      if (KEEPS) assert.equal(reading.ok && JSON.stringify(reading.value), text);
    });
  }

  for (const [text, path] of [
    ['{"count":9007199254740993}', 'count'],
    ['{"schema":9007199254740993}', 'schema'],
  ] as const) {
    it(`has no longer number than JavaScript in what is read: ${text}`, () => {
      const reading = readExactly(bytesOf(text));
      assert.ok(!reading.ok);
      assert.equal(reading.issue.message, `${path} must be a number between -(2^53-1) and 2^53-1`);
    });
  }

  it('is the same value where nothing in it is too long', () => {
    const text = '{"schema":{"a":[9007199254740991,1.0000000000000001,-1e5,1E-7]},"count":1e2}';
    assert.deepEqual(readExactly(bytesOf(text)), { ok: true, value: JSON.parse(text) });
  });

  for (const text of [
    '{"__proto__":{"name":"x"},"name":"a"}',
    '{"\\u005f_proto__":{"name":"x"},"name":"a"}',
  ]) {
    it(`loses a __proto__ that is not read: ${text}`, () => {
      const reading = read(bytesOf(text));
      assert.ok(reading.ok);
      assert.deepEqual(Object.entries(reading.value as object), [['name', 'a']]);
    });
  }

  it('loses a __proto__ at every depth', () => {
    const reading = read(bytesOf('{"mine":[{"a":{"__proto__":{"b":1},"c":null}}]}'));
    assert.ok(reading.ok);
    assert.equal(JSON.stringify(reading.value), '{"mine":[{"a":{"c":null}}]}');
  });

  for (const [text, problem] of [
    ['{"name":"a","name":"b"}', 'the member "name" appears twice'],
    ['{"mine":{},"name":"a","name":"b"}', 'the member "name" appears twice'],
    ['{"items":[{"id":1,"id":2}]}', 'the member "id" appears twice'],
    ['{"items":[{},{"id":1,"id":2}]}', 'the member "id" appears twice'],
    ['{"items":[{"mine":1},{"id":1,"id":2}]}', 'the member "id" appears twice'],
    ['{"labels":{"a":"x","a":"y"}}', 'the member "a" appears twice'],
    [
      '{"items":[{"id":1},{"id":1e400}]}',
      'items[1].id must be a number between -(2^53-1) and 2^53-1',
    ],
    ['{"labels":{"constructor":"x"}}', 'labels.constructor is not allowed as the name of a member'],
    [`{"mine":${nested(64)}}`, 'the body may be at most 64 levels deep'],
  ] as const) {
    it(`is refused for what is read: ${text.slice(0, 40)}`, () => {
      assert.equal(problemOf(text, read), problem);
    });
  }
});

describe('the structure of a JSON text, which is read before it is parsed', () => {
  const list = (items: number) => `[${Array(items).fill('0').join()}`;
  const object = (members: number) =>
    `{${Array.from({ length: members }, (_, i) => `"m${i}":0`).join()}`;

  for (const [what, text, problem] of [
    ['64 levels', '['.repeat(64), undefined],
    ['65 levels', '['.repeat(65), 'the body may be at most 64 levels deep'],
    ['65 brackets that were closed again', '[]'.repeat(65), undefined],
    ['100,000 commas', list(100_001), undefined],
    ['100,001 commas', list(100_002), 'the body may hold at most 100000 values'],
    ['1,000 members', object(1000), undefined],
    ['1,001 members', object(1001), 'an object in the body may have at most 1000 members'],
  ] as const) {
    it(`${problem === undefined ? 'allows' : 'refuses'} ${what}, also without an end`, () => {
      assert.equal(structureProblem(text, 'everything'), problem);
    });
  }
});
