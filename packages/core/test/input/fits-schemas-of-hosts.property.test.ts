import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as v from 'valibot';
import { fitsAsItIs } from '../../src/input/fits-as-it-is.ts';

/** What hosts may write for operations of their own, each with a value that is not as it makes it. */
const UNFIT: readonly (readonly [what: string, schema: v.GenericSchema, value: unknown])[] = [
  ['a default', v.optional(v.string(), 'usual'), undefined],
  ['a default that is made', v.nullish(v.string(), () => 'usual'), undefined],
  ['a fallback', v.fallback(v.optional(v.string()), 'usual'), undefined],
  ['an optional one that is required', v.nonOptional(v.optional(v.string())), undefined],
  ['one that may be undefined, not left out', v.undefinedable(v.string()), undefined],
  ['one that may be null, not left out', v.nullable(v.optional(v.string())), undefined],
  ['null that is taken away again', v.nonNullish(v.nullish(v.string())), null],
  ['a pipe in a pipe', v.pipe(v.pipe(v.string(), v.uuid()), v.description('An id.')), 'text'],
  ['a list in a pipe in a pipe', v.pipe(v.pipe(ofTexts(), v.minLength(2)), v.title('A')), ['a']],
  ['two lengths', v.pipe(ofTexts(), v.minLength(2), v.minLength(1)), ['a']],
  ['a second schema', v.pipe(v.string(), v.picklist(['a'])), 'text'],
  ['a length of a choice', v.pipe(v.union([v.string(), ofTexts()]), v.minLength(9)), ['a']],
  ['a length of anything', v.pipe(v.any(), v.minLength(1)), []],
  ['names', v.record(v.pipe(v.string(), v.maxLength(1)), v.string()), { long: 'text' }],
  ['words as names', v.record(v.picklist(['a']), v.string()), { b: 'text' }],
  ['names that are changed', v.record(v.pipe(v.string(), v.toLowerCase()), v.string()), { A: '' }],
  [
    'an earlier choice that drops members',
    v.union([v.variant('type', [v.object({ type: v.literal('a') })]), v.looseObject({})]),
    { type: 'a', other: 1 },
  ],
];

function ofTexts() {
  return v.array(v.string());
}

function expects(options: readonly v.GenericSchema[], kind: string): boolean {
  return options.some((option) => option.expects.includes(kind));
}

/** Schemas of all kinds, inside each other. */
const { schema: schemas } = fc.letrec<{ schema: v.GenericSchema }>((tie) => {
  const leaf = fc.constantFrom<v.GenericSchema>(
    v.string(),
    v.pipe(v.string(), v.minLength(2)),
    v.pipe(v.string(), v.trim()),
    v.boolean(),
    v.pipe(v.number(), v.integer()),
    v.null(),
    v.literal('a'),
    v.picklist(['a', 'b']),
    v.unknown(),
  );
  const any = tie('schema');
  const entries = fc.dictionary(fc.constantFrom('a', 'b', 'type'), any, { maxKeys: 3 });
  const key = fc.constantFrom(v.string(), v.pipe(v.string(), v.maxLength(1)), v.picklist(['a']));
  const schema = fc.oneof(
    { maxDepth: 4, depthSize: 'large' },
    leaf,
    any.map((inner) => v.optional(inner)),
    any.map((inner) => v.nullable(inner)),
    any.map((inner) => v.nullish(inner)),
    any.map((inner) => v.exactOptional(inner)),
    any.map((inner) => v.nonOptional(inner)),
    any.map((inner) => v.nonNullable(inner)),
    any.map((inner) => v.nonNullish(inner)),
    any.map((inner) => v.undefinedable(inner)),
    fc.tuple(any, fc.constantFrom('', null)).map(([inner, usual]) => v.nullish(inner, usual)),
    any.map((inner) => v.pipe(inner, v.description('described'))),
    any.map((inner) =>
      v.pipe(
        inner,
        v.check((value) => JSON.stringify(value) !== '"a"'),
      ),
    ),
    any.map((inner) => v.array(inner)),
    any.map((inner) => v.pipe(v.array(inner), v.minLength(1))),
    fc.tuple(key, any).map(([name, inner]) => v.record(name, inner)),
    entries.map((members) => v.looseObject(members)),
    entries.map((members) => v.object(members)),
    entries.map((members) => v.strictObject(members)),
    fc
      .array(any, { minLength: 1, maxLength: 3 })
      // Valibot makes an object of a list where a choice has both, which nobody wants.
      .filter((options) => !(expects(options, 'Array') && expects(options, 'Object')))
      .map((options) => v.union(options)),
  );
  return { schema };
});

const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'large' },
    fc.constantFrom<unknown>('a', 'text', '', ' b', 1, 1.5, true, null),
    fc.array(tie('value'), { maxLength: 2 }),
    fc
      .dictionary(fc.constantFrom('a', 'b', 'type', 'other'), tie('value'), { maxKeys: 3 })
      .map((members) => ({ ...members })),
  ),
})).value;

describe('a body that fits the schema of a host as it is', () => {
  for (const [what, schema, value] of UNFIT) {
    it(`is not judged by less than ${what}`, () => {
      const body = value === undefined ? {} : { member: value };
      assert.equal(fitsAsItIs(v.looseObject({ member: schema }))(body), false);
    });
  }

  it('is what the schema makes of it, whatever schema it is', () => {
    let fitting = 0;
    fc.assert(
      fc.property(schemas, fc.array(values, { minLength: 10, maxLength: 10 }), (schema, bodies) => {
        for (const body of bodies) {
          if (!fitsAsItIs(schema)(body)) continue;
          fitting++;
          const { success, output } = v.safeParse(schema, body);
          assert.ok(success);
          assert.deepEqual(output, body);
        }
      }),
      { seed: 31, numRuns: 2000 },
    );
    assert.ok(fitting > 500, `${fitting} fit`);
  });
});
