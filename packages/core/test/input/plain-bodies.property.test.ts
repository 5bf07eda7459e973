import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as v from 'valibot';
import { structureProblem } from '../../src/input/json-structure.ts';
import { createPiecesReader } from '../../src/input/read-json.ts';
import { shapeOf } from '../../src/input/schema-shape.ts';
import { unsafeValue } from '../../src/input/unsafe-value.ts';
import { parseExactly } from '../../src/long-numbers.ts';

const Schema = v.looseObject({
  text: v.optional(v.string()),
  record: v.optional(v.record(v.string(), v.unknown())),
  list: v.optional(v.array(v.looseObject({ text: v.string() }))),
  any: v.optional(v.any()),
});

const NAMES = ['text', 'record', 'list', 'any', 'other', '__proto__', 'constructor', 'prototype'];
const NUMBERS = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '-9007199254740993',
  '12345678901234567',
  '12345678901234567.0',
  '1e400',
  '-2E22',
];
const TEXTS = [
  'a',
  String.raw`\u0000`,
  String.raw`\ud800`,
  String.raw`\u0061`,
  '😀',
  String.raw`\n`,
];

const name = fc.oneof(fc.constantFrom(...NAMES), fc.constantFrom(...TEXTS));
const { value: body } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...NUMBERS, 'true', 'null'),
    fc.constantFrom(...TEXTS, ...NAMES).map((text) => `"${text}"`),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc
      .uniqueArray(fc.tuple(name, tie('value')), { maxLength: 4, selector: ([own]) => own })
      .map((members) => `{${members.map(([own, text]) => `"${own}":${text}`).join(',')}}`),
  ),
}));

describe('a body in which nothing unsafe can be', () => {
  for (const isExact of [false, true]) {
    it(`is not searched for it, and no other is let pass${isExact ? ', with exact numbers' : ''}`, () => {
      const read = createPiecesReader(Schema, isExact);
      const shape = shapeOf(Schema);
      fc.assert(
        fc.property(body, (text) => {
          fc.pre(structureProblem(text, shape) === undefined);
          const value: unknown = isExact ? parseExactly(text) : JSON.parse(text);
          const reading = read([new TextEncoder().encode(text)], undefined);
          assert.deepEqual(reading.ok ? undefined : reading.issue, unsafeValue(value, shape));
          assert.ok(!reading.ok || !JSON.stringify(reading.value).includes('"__proto__":'));
        }),
        { seed: 1, numRuns: 2000 },
      );
    });
  }
});
