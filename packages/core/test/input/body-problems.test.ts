import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { createBodyCheck } from '../../src/input/check-body.ts';

/* What is said of a body that is not as its schema has it. Source: contract §1.5. */

const SCHEMA = v.object({
  name: v.string(),
  note: v.optional(v.nullable(v.string())),
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  some: v.optional(v.pipe(v.array(v.string()), v.minLength(1))),
  few: v.optional(v.pipe(v.array(v.string()), v.maxLength(2))),
  code: v.optional(v.pipe(v.string(), v.regex(/^\d{3}$/, 'must be three digits'))),
  labels: v.optional(v.record(v.string(), v.number())),
  size: v.optional(v.object({ unit: v.picklist(['pixel', 'em']) })),
  closed: v.optional(v.strictObject({ a: v.optional(v.string()) })),
  keys: v.optional(v.array(v.string())),
});

function problemsOf(value: unknown, schema: v.GenericSchema = SCHEMA): Record<string, string> {
  const reading = createBodyCheck({ schema, secrets: ['keys'] })(value);
  if (reading.ok) return {};
  const problems = Object.fromEntries(reading.issues.map(({ path, message }) => [path, message]));
  assert.equal(reading.issues.length, Object.keys(problems).length, 'one problem for each place');
  return problems;
}

it('says what a missing text has to be, however the message of its pattern begins', () => {
  const url = (message: string) =>
    v.object({ url: v.pipe(v.string(), v.regex(/^https:/, message)) });
  for (const message of ['expected a URL', 'must be a URL', 'a URL']) {
    assert.deepEqual(problemsOf({}, url(message)), { url: 'url is required and must be a URL' });
  }
});

describe('a body', () => {
  const long = 'x'.repeat(80);

  for (const value of [
    { name: '' },
    { name: 'a', note: null },
    { name: 'a', few: [] },
    { name: 'a', few: ['b', 'c'] },
    { name: 'a', some: ['b'] },
    { name: 'a', closed: {} },
    { name: 'a', labels: { b: 1 } },
  ]) {
    it(`is as its schema has it: ${JSON.stringify(value)}`, () => {
      assert.deepEqual(createBodyCheck({ schema: SCHEMA, secrets: [] })(value), {
        ok: true,
        body: value,
      });
    });
  }

  for (const [what, members, path, message] of [
    [
      'null where it is not allowed',
      { count: null },
      'count',
      'must be a whole number of at least 1, got null',
    ],
    [
      'two things wrong with one value',
      { count: 0.5 },
      'count',
      'must be a whole number of at least 1, got 0.5',
    ],
    ['a list too short', { some: [] }, 'some', 'must be a list of at least 1, got 0'],
    ['a list too long', { few: ['a', 'b', 'c'] }, 'few', 'must be a list of at most 2, got 3'],
    ['an item', { few: ['a', 1] }, 'few[1]', 'must be text, got 1'],
    ['a number for text of a pattern', { code: 5 }, 'code', 'must be three digits, got 5'],
    ['an object for text', { note: { a: 1 } }, 'note', 'must be text, got an object'],
    ['a list for text', { note: ['a'] }, 'note', 'must be text, got a list'],
    ['text for an object', { size: 'big' }, 'size', 'must be an object, got "big"'],
    ['a list for an object', { size: ['em'] }, 'size', 'must be an object, got a list'],
    [
      'an object for a list',
      { few: { a: 1 } },
      'few',
      'must be a list of at most 2, got an object',
    ],
    [
      'another word',
      { size: { unit: 'inch' } },
      'size.unit',
      'must be one of pixel, em, got "inch"',
    ],
    [
      'a member that is missing',
      { size: {} },
      'size.unit',
      'is required and must be one of pixel, em',
    ],
    ['a value of a record', { labels: { a: 'x' } }, 'labels.a', 'must be a number, got "x"'],
    [
      'an unknown member where none is allowed',
      { closed: { b: 1 } },
      'closed.b',
      'is unknown: expected a',
    ],
    [
      'a secret, which is not repeated',
      { keys: [12_345] },
      'keys[0]',
      'must be text, got a number',
    ],
    ['a secret of another kind', { keys: 'hunter2' }, 'keys', 'must be a list, got text'],
    [
      'a name of 80 characters',
      { labels: { [long]: '' } },
      `labels.${long}`,
      'must be a number, got ""',
    ],
    [
      'a longer name, cut',
      { labels: { [`${long}y`]: '' } },
      `labels.${long}`,
      'must be a number, got ""',
    ],
  ] as const) {
    it(`is refused for ${what}`, () => {
      assert.deepEqual(problemsOf({ name: 'a', ...members }), { [path]: `${path} ${message}` });
    });
  }

  it('is refused for a pattern with the pattern’s own words', () => {
    const problems = problemsOf({ name: 'a', code: '12' });
    assert.deepEqual(problems, { code: 'code: must be three digits, got "12"' });
  });

  it('is refused for what it is as a whole, without its value', () => {
    assert.deepEqual(problemsOf('hunter2'), { body: 'body must be an object, got text' });
    assert.deepEqual(problemsOf([]), { body: 'body must be an object, got a list' });
    assert.deepEqual(problemsOf(undefined), { body: 'body is required and must be an object' });
  });

  it('is refused for everything at once', () => {
    assert.deepEqual(Object.keys(problemsOf({ count: 0, size: 1, labels: { a: 'x', b: 'y' } })), [
      'name',
      'count',
      'labels.a',
      'labels.b',
      'size',
    ]);
  });

  it('names the place in a list of objects', () => {
    const list = v.array(v.object({ a: v.string() }));
    assert.deepEqual(problemsOf([{ a: 'b' }, {}], list), {
      '[1].a': '[1].a is required and must be text',
    });
  });
});

describe('a rule for several members together', () => {
  const pair = v.object({ least: v.number(), most: v.number() });
  type Pair = v.InferOutput<typeof pair>;
  const inOrder = ({ least, most }: Pair) => least <= most;

  it('is judged when each member alone is valid', () => {
    const schema = v.pipe(pair, v.check(inOrder, 'must be in order'));
    assert.deepEqual(problemsOf({ least: 2, most: 1 }, schema), { body: 'body must be in order' });
    assert.deepEqual(Object.keys(problemsOf({ least: 2, most: 'x' }, schema)), ['most']);
  });

  it('names the member that it is about', () => {
    const schema = v.pipe(pair, v.forward(v.check(inOrder, 'must not be below least'), ['most']));
    assert.deepEqual(problemsOf({ least: 2, most: 1 }, schema), {
      most: 'most must not be below least',
    });
  });

  it('is said alone, before the next rule', () => {
    const schema = v.pipe(
      pair,
      v.forward(v.check(inOrder, 'is the first'), ['most']),
      v.forward(v.check(inOrder, 'is the second'), ['least']),
    );
    assert.deepEqual(problemsOf({ least: 2, most: 1 }, schema), { most: 'most is the first' });
  });

  it('without words says as much as is known', () => {
    const schema = v.pipe(
      pair,
      v.rawCheck(({ addIssue }) => addIssue({ message: 'no' })),
    );
    assert.deepEqual(problemsOf({ least: 1, most: 2 }, schema), {
      body: 'body must be something else, got an object',
    });
  });
});

describe('a schema of a host', () => {
  for (const [what, schema, message] of [
    ['one value', v.literal(true), 'must be true, got "x"'],
    ['null', v.null(), 'must be null, got "x"'],
    ['a tuple', v.tuple([v.number()]), 'must be a list, got "x"'],
  ] as const) {
    it(`is described when it is ${what}`, () => {
      assert.deepEqual(problemsOf({ own: 'x' }, v.object({ own: schema })), {
        own: `own ${message}`,
      });
    });
  }
});
