import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBodyCheck } from '@model-gateway/core/kit';
import * as v from 'valibot';

const schema = v.object({
  name: v.string(),
  size: v.optional(v.object({ unit: v.picklist(['pixel', 'em']) })),
});
const strict = (given: string, known: readonly string[]) =>
  known.includes(given.toLowerCase()) ? ` (${given.toLowerCase()}?)` : '';

function messages(value: unknown, options = {}): string[] {
  const reading = createBodyCheck({ schema, secrets: [], ...options })(value);
  return reading.ok ? [] : reading.issues.map(({ message }) => message);
}

describe('a check of bodies', () => {
  it('lets members pass that the schema does not name, and leaves them out', () => {
    const reading = createBodyCheck({ schema, secrets: [] })({ name: 'a', colour: 'red' });
    assert.deepEqual(reading, { ok: true, body: { name: 'a' } });
  });

  it('refuses them when it is strict, and says which there are', () => {
    assert.deepEqual(messages({ name: 'a', colour: 1, size: { unit: 'em', x: 1 } }, { strict }), [
      'colour is unknown: there are name, size',
      'size.x is unknown: there are unit',
    ]);
  });

  it('says what was probably meant, of names and of words', () => {
    assert.deepEqual(messages({ name: 'a', Size: {}, size: { unit: 'Pixel' } }, { strict }), [
      'Size is unknown (size?)',
      'size.unit must be one of pixel, em, got "Pixel" (pixel?)',
    ]);
  });

  it('says nothing of a secret word', () => {
    assert.deepEqual(
      messages({ name: 'a', size: { unit: 'Pixel' } }, { strict, secrets: ['size'] }),
      ['size.unit must be one of pixel, em, got text'],
    );
  });
});
