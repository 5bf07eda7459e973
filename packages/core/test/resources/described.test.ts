import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { describeSchema, rulesOf } from '../../src/input/describe-schema.ts';
import { described } from '../../src/resources/described.ts';

describe('described', () => {
  const limit = v.pipe(v.number(), v.integer(), v.minValue(1));

  it('adds the description, the title and the metadata to the schema', () => {
    const schema = described(limit, 'How many.', { title: 'Limit', default: 5 });
    assert.equal(v.getDescription(schema), 'How many.');
    assert.equal(v.getTitle(schema), 'Limit');
    assert.deepEqual(v.getMetadata(schema), { default: 5 });
  });

  it('checks the same values as before', () => {
    const schema = described(limit, 'How many.');
    assert.equal(v.parse(schema, 3), 3);
    assert.equal(v.is(schema, 0), false);
    assert.equal(schema['~run'], limit['~run']);
  });

  it('keeps the rules of a pipe readable', () => {
    const schema = described(limit, 'How many.');
    assert.ok(rulesOf(schema).has('integer'));
    assert.equal(describeSchema(schema), 'a whole number of at least 1');
  });

  it('leaves a member optional', () => {
    const schema = v.object({ limit: described(v.optional(v.nullable(limit)), 'How many.') });
    assert.deepEqual(v.parse(schema, {}), {});
    assert.deepEqual(v.parse(schema, { limit: null }), { limit: null });
  });

  it('describes a schema that was described already', () => {
    const schema = described(described(limit, 'How many.', { title: 'Limit' }), 'At most so many.');
    assert.equal(v.getDescription(schema), 'At most so many.');
    assert.equal(v.getTitle(schema), 'Limit');
  });
});
