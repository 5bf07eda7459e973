import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '@model-gateway/core/kit';
import { toGeminiSchema } from '../../../src/wires/gemini/schema.ts';

const OBJECT = { type: 'object' };

describe('a JSON Schema for Gemini', () => {
  const same: Readonly<Record<string, JsonObject>> = {
    'an object': {
      type: 'object',
      title: 'A',
      description: 'b',
      properties: { a: { type: 'string', format: 'date' }, b: { type: ['integer', 'null'] } },
      required: ['a'],
      additionalProperties: false,
      propertyOrdering: ['b', 'a'],
    },
    'a list': { type: 'array', items: { type: 'number' }, minItems: 1, maxItems: 2 },
    'a list of kinds': { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }] },
    'a choice': { type: 'string', enum: ['a', 'b'] },
    'one of several': { anyOf: [{ type: 'string' }, OBJECT] },
    'definitions that refer to each other': {
      type: 'object',
      properties: { tree: { $ref: '#/$defs/tree' } },
      $defs: { tree: { type: 'object', properties: { left: { $ref: '#/$defs/tree' } } } },
    },
    'properties that are called like keywords': {
      type: 'object',
      properties: { const: { type: 'string' }, enum: { type: 'string' }, $ref: { type: 'string' } },
    },
    'what may be anything': { type: 'array', items: true },
  };
  for (const [what, schema] of Object.entries(same)) {
    it(`stays what it is: ${what}`, () => {
      assert.deepEqual(toGeminiSchema(schema), { schema, dropped: [] });
    });
  }

  const others: readonly (readonly [
    what: string,
    schema: JsonObject,
    fitted: JsonObject,
    dropped?: readonly string[],
  ])[] = [
    ['annotations', { ...OBJECT, $schema: 'x', default: {}, examples: [] }, OBJECT],
    ['one value', { const: 'a' }, { enum: ['a'], type: 'string' }],
    ['one number', { type: 'integer', const: 7 }, { enum: [7], type: 'integer' }],
    ['one boolean', { const: true }, { type: 'boolean' }, ['enum']],
    [
      'a choice of texts and null',
      { enum: ['a', null] },
      { enum: ['a'], type: ['string', 'null'] },
    ],
    ['a choice of kinds', { enum: ['a', 1] }, {}, ['enum']],
    [
      'null in the words of OpenAPI',
      { type: 'string', nullable: true },
      { type: ['string', 'null'] },
    ],
    [
      'one of exactly',
      { oneOf: [OBJECT, { const: 1 }] },
      { anyOf: [OBJECT, { enum: [1], type: 'number' }] },
    ],
    [
      'all of',
      {
        description: 'a',
        required: ['x'],
        allOf: [
          { type: 'object', properties: { x: { const: 'a' } }, required: ['x'] },
          { properties: { y: OBJECT }, required: ['y'] },
        ],
      },
      {
        type: 'object',
        description: 'a',
        properties: { x: { enum: ['a'], type: 'string' }, y: OBJECT },
        required: ['x', 'y'],
      },
    ],
    ['all of one reference', { allOf: [{ $ref: '#/$defs/a' }] }, { $ref: '#/$defs/a' }],
    [
      'a reference among others',
      { type: 'object', allOf: [{ $ref: '#/$defs/a' }] },
      OBJECT,
      ['allOf'],
    ],
    ['words beside a reference', { $ref: '#/$defs/a', description: 'b' }, { $ref: '#/$defs/a' }],
    [
      'definitions by their old name',
      { properties: { a: { $ref: '#/definitions/a' } }, definitions: { a: { const: 'b' } } },
      {
        properties: { a: { $ref: '#/$defs/a' } },
        $defs: { a: { enum: ['b'], type: 'string' } },
      },
    ],
    [
      'a root that is a reference',
      { $ref: '#/definitions/a', definitions: { a: OBJECT } },
      { $ref: '#/$defs/a', $defs: { a: OBJECT } },
    ],
    [
      'lists of anything',
      { anyOf: [{ type: 'array' }, { type: ['array', 'null'], maxItems: 2 }] },
      {
        anyOf: [
          { type: 'array', items: {} },
          { type: ['array', 'null'], maxItems: 2, items: {} },
        ],
      },
    ],
    ['a tuple by its old name', { items: [OBJECT, OBJECT] }, { prefixItems: [OBJECT, OBJECT] }],
    [
      'limits that it does not know',
      {
        properties: {
          a: { type: 'string', pattern: '^a', minLength: 1 },
          b: { type: 'string', pattern: '^b' },
          c: { not: {}, if: {}, dependentRequired: {} },
        },
      },
      { properties: { a: { type: 'string' }, b: { type: 'string' }, c: {} } },
      ['pattern', 'minLength', 'not', 'if', 'dependentRequired'],
    ],
  ];
  for (const [what, schema, fitted, dropped = []] of others) {
    it(`is translated: ${what}`, () => {
      assert.deepEqual(toGeminiSchema(schema), { schema: fitted, dropped });
    });
  }

  it('does not change the one that was given', () => {
    const given = { allOf: [{ properties: { a: { const: 1 } } }], nullable: true };
    const before = JSON.stringify(given);
    toGeminiSchema(given);
    assert.equal(JSON.stringify(given), before);
  });
});
