import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { sampleOf } from '../../src/chat/sample/sample-schema.ts';
import { samplePattern } from '../../src/chat/sample/sample-pattern.ts';

/* Samples of schemas, judged by a validator that did not make them. */

const OPTIONS = { seed: 7, now: Date.parse('2026-08-01T12:00:00Z') };
const tree = {
  $ref: '#/$defs/node',
  $defs: {
    node: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        children: { type: 'array', items: { $ref: '#/$defs/node' } },
      },
      required: ['name', 'children'],
      additionalProperties: false,
    },
  },
};
const list = {
  $ref: '#/$defs/list',
  $defs: {
    list: {
      type: 'object',
      properties: { next: { anyOf: [{ $ref: '#/$defs/list' }, { type: 'null' }] } },
      required: ['next'],
    },
  },
};
const FORMATS =
  'date-time date time duration email hostname ipv4 ipv6 uri uuid uri-reference uri-template ' +
  'json-pointer relative-json-pointer regex url';
const PATTERNS = [
  '^[A-Z]{3}-\\d{4}$',
  '^(foo|bar)+$',
  'ab?c',
  '^\\w+@\\w+\\.(com|org)$',
  '^[^a-z]+$',
  '^.{5,}$',
  '^#(?:[0-9a-fA-F]{3}){1,2}$',
  '^\\p{Lu}\\p{L}*$',
  '^\\+?[1-9]\\d{1,14}$',
  '[\\d_]',
  '^$',
];

const SCHEMAS: Readonly<Record<string, object>> = {
  nothing: {},
  const: { const: { a: [1] } },
  enum: { enum: ['b', 'a'] },
  default: { type: 'string', default: 'x' },
  'all properties': {
    type: 'object',
    properties: {
      city: { type: 'string' },
      days: { type: 'integer', minimum: 3, maximum: 5 },
      share: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
      cold: { type: ['null', 'boolean'] },
      tags: { type: 'array', items: { enum: ['a', 'b'] }, minItems: 2, uniqueItems: true },
    },
    required: ['city', 'days', 'share', 'cold', 'tags'],
    additionalProperties: false,
  },
  'required without properties': { type: 'object', required: ['a', 'b'], minProperties: 4 },
  'numbers below 1': { type: 'object', properties: { a: { type: 'number', maximum: -2.5 } } },
  'steps of a number': { type: 'integer', minimum: 10, multipleOf: 7 },
  'unique numbers': { type: 'array', items: { type: 'integer' }, minItems: 5, uniqueItems: true },
  'unique texts': { type: 'array', items: { type: 'string' }, minItems: 3, uniqueItems: true },
  tuple: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'null' }], items: false },
  contains: { type: 'array', contains: { type: 'integer', minimum: 5 }, maxItems: 3 },
  'a list of nothing': { type: 'array', items: false },
  'lengths of texts': { type: 'string', minLength: 30, maxLength: 40 },
  'a short text': { type: 'string', maxLength: 2 },
  'all of': {
    allOf: [
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      { properties: { a: { minLength: 10 }, b: { type: 'integer' } }, required: ['b'] },
    ],
  },
  'any of, beside members': {
    type: 'object',
    properties: { kind: { type: 'string' } },
    required: ['kind'],
    anyOf: [{ properties: { kind: { const: 'a' } } }, { properties: { kind: { const: 'b' } } }],
  },
  'any of, the first of which cannot be met': { anyOf: [false, { type: 'integer' }] },
  tree,
  list,
  'a name with a slash': { $ref: '#/$defs/a~1b', $defs: { 'a/b': { const: 1 } } },
  __proto__: { type: 'object', required: ['__proto__', 'constructor'] },
  ...Object.fromEntries(
    FORMATS.split(' ').map((format) => [`format ${format}`, { type: 'string', format }]),
  ),
  ...Object.fromEntries(
    PATTERNS.map((pattern) => [`pattern ${pattern}`, { type: 'string', pattern }]),
  ),
};

// Its own schemas take it 20 ms to compile, so it is made once.
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

const TOO_MANY = /more than 20000 values/;

/** A schema that is short, and has as many values as its levels allow. */
function nested(levels: number, around: (inner: object) => object, inmost: unknown = {}): object {
  const $defs: Record<string, unknown> = { [`level${levels}`]: inmost };
  for (let level = 0; level < levels; level++) {
    $defs[`level${level}`] = around({ $ref: `#/$defs/level${level + 1}` });
  }
  return { $ref: '#/$defs/level0', $defs };
}

function required(properties: object): object {
  return { type: 'object', properties, required: Object.keys(properties) };
}

describe('the sample of a schema', () => {
  it('is a number that people write, where zod bounds a whole number by what is exact', () => {
    const minimum = Number.MIN_SAFE_INTEGER;
    const maximum = Number.MAX_SAFE_INTEGER;
    assert.equal(sampleOf({ type: 'integer', minimum, maximum }, OPTIONS), 1);
    assert.equal(sampleOf({ type: 'integer', minimum, maximum: -5 }, OPTIONS), -5);
  });

  for (const [name, schema] of Object.entries(SCHEMAS)) {
    it(`fits it, and is the same each time: ${name}`, () => {
      const isValid = ajv.compile(schema);
      const sample = sampleOf(schema, OPTIONS);
      assert.ok(isValid(sample), `${JSON.stringify(sample)} ${JSON.stringify(isValid.errors)}`);
      assert.deepEqual(sampleOf(schema, OPTIONS), sample);
    });
  }

  const hopeless: readonly (readonly [string, object, RegExp])[] = [
    [
      'false',
      { type: 'object', properties: { a: false }, required: ['a'] },
      /a cannot be filled: no value/,
    ],
    ['limits that cross', { type: 'integer', minimum: 5, maximum: 4 }, /no number is within/],
    ['lengths that cross', { type: 'string', minLength: 5, maxLength: 4 }, /no text is that long/],
    ['look-around', { type: 'string', pattern: '^(?=a)b' }, /pattern \^\(\?=a\)b/],
    [
      'a list without end',
      {
        $ref: '#/$defs/a',
        $defs: { a: { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, required: ['a'] } },
      },
      /refers to itself without end/,
    ],
    ['lists of lists', nested(6, (items) => ({ type: 'array', minItems: 1e9, items })), TOO_MANY],
    ['records of records', nested(30, (at) => required({ a: at, b: at })), TOO_MANY],
    ['choices of choices', nested(30, (at) => ({ anyOf: [at, at] }), false), /cannot be filled/],
    ['a reference to nothing', { $ref: '#/$defs/none' }, /no value is allowed/],
  ];
  for (const [name, schema, message] of hopeless) {
    it(`does not exist for ${name}`, () => {
      assert.throws(() => sampleOf(schema, OPTIONS), message);
    });
  }

  it('depends on the seed and the place', () => {
    const id = { type: 'string', format: 'uuid' };
    const schema = { type: 'object', properties: { a: id, b: id } };
    // A schema of an object has an object for its sample.
    const { a, b } = sampleOf(schema, OPTIONS) as Record<string, string>;
    assert.notEqual(a, b);
    assert.notDeepEqual(sampleOf(schema, { ...OPTIONS, seed: 8 }), { a, b });
  });
});

/** As zod writes them: each format with its pattern beside it. */
const WITH_PATTERN: readonly (readonly [string, string, RegExp])[] = [
  ['date-time', '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d+Z$', /^2026-08-01T/],
  ['duration', '^P(?:(\\d+W)|(?!.*W)(?=\\d|T\\d)(\\d+Y)?(T(?=\\d)(\\d+H)?)?)$', /^PT1H$/],
  ['time', '^\\d\\d:\\d\\d$', /^00:00$/],
];

describe('the sample of a format with a pattern beside it', () => {
  for (const [format, pattern, expected] of WITH_PATTERN) {
    it(`is the one of the format unless the pattern forbids it: ${format}`, () => {
      assert.match(String(sampleOf({ type: 'string', format, pattern }, OPTIONS)), expected);
    });
  }

  it('is an id of its own for each place', () => {
    const id = { type: 'string', format: 'uuid', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-.*$' };
    const [a, b] = [sampleOf(required({ a: id }), OPTIONS), sampleOf(required({ b: id }), OPTIONS)];
    assert.notDeepEqual(Object.values(a as object), Object.values(b as object));
  });
});

describe("the sample of a schema whose limits Anthropic's client wrote into descriptions", () => {
  it('keeps them', () => {
    const schema = {
      type: 'object',
      properties: {
        n: { type: 'number', description: 'How many\n\n{minimum: 3}' },
        tags: {
          type: 'array',
          items: { type: 'string', description: '{enum: ["a","b"]}' },
          description: '{minItems: 2, maxItems: 4}',
        },
        when: {
          anyOf: [{ type: 'string', description: '{minLength: 12}' }, { type: 'null' }],
          description: 'in {words}',
        },
      },
    };
    assert.deepEqual(sampleOf(schema, OPTIONS), {
      n: 3,
      tags: ['a', 'b'],
      when: 'when........',
    });
  });
});

describe('a text for a pattern', () => {
  it('is as long as it has to be, where what repeats can be repeated', () => {
    assert.equal(samplePattern('^[a-z]+$', { least: 12, most: 20 })?.length, 12);
    assert.equal(samplePattern('^[a-z]{2}$', { least: 12, most: 20 }), undefined);
  });

  it('is as long as its pattern asks for, also where that is too long to be judged', () => {
    const lengths = { least: 0, most: Infinity };
    assert.equal(samplePattern('^[a-z]{2000}$', lengths)?.length, 2000);
    assert.equal(samplePattern('^[a-z]{20000}$', lengths), undefined);
    assert.equal(samplePattern(`^(){${'9'.repeat(400)}}a$`, lengths), 'a');
  });

  it('is judged in time in proportion to it, and is not of any length', () => {
    const cpu = process.cpuUsage();
    // Words end behind letters: the engine of JavaScript would try all ways to divide 25 of them.
    assert.equal(samplePattern('^(a+)+\\B$', { least: 0, most: 25 }), undefined);
    assert.equal(samplePattern('((a{1000}){1000}){30}', { least: 0, most: Infinity }), undefined);
    const { user } = process.cpuUsage(cpu);
    assert.ok(user < 250_000, `${user} µs`);
  });
});
