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
      'colour is unknown: expected name, size',
      'size.x is unknown: expected unit',
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

describe('a check of alternatives', () => {
  const alternatives = v.object({
    content: v.union([
      v.string(),
      v.array(
        v.union([
          v.object({ type: v.literal('text'), text: v.string() }),
          v.object({ type: v.picklist(['image', 'video']), url: v.string() }),
        ]),
      ),
    ]),
  });
  const problems = (content: unknown) => messages({ content }, { schema: alternatives });

  const cases: readonly (readonly [unknown, readonly string[]])[] = [
    ['words', []],
    [
      [
        { type: 'text', text: 'a' },
        { type: 'video', url: 'u' },
      ],
      [],
    ],
    [undefined, ['content is required and must be text or a list']],
    [null, ['content must be text or a list, got null']],
    [{ type: 'text', text: 'a' }, ['content must be text or a list, got an object']],
    [[{ type: 'text' }], ['content[0].text is required and must be text']],
    [
      [
        { type: 'text', url: 'u' },
        { type: 'image', text: 'a' },
      ],
      [
        'content[0].text is required and must be text',
        'content[1].url is required and must be text',
      ],
    ],
    [[{ type: 'sound' }], ['content[0].type must be one of text, image, video, got "sound"']],
    [[{ text: 'a' }], ['content[0].type is required and must be one of text, image, video']],
    [[7], ['content[0] must be an object, got 7']],
  ];
  for (const [content, expected] of cases) {
    it(`judges ${JSON.stringify(content)}`, () => assert.deepEqual(problems(content), expected));
  }

  it('takes an object without a fixed word for any that no other one is for', () => {
    const open = v.object({
      part: v.union([
        v.object({ type: v.literal('a'), n: v.number() }),
        v.looseObject({ type: v.string() }),
      ]),
    });
    assert.deepEqual(messages({ part: { type: 'b', n: 'x' } }, { schema: open }), []);
    assert.deepEqual(messages({ part: { type: 'a', n: 'x' } }, { schema: open }), [
      'part.n must be a number, got "x"',
    ]);
  });

  it('does not take an object of another type for one whose type may be left out', () => {
    const items = v.object({
      item: v.union([
        v.looseObject({
          type: v.optional(v.literal('message')),
          role: v.picklist(['user', 'developer']),
          content: v.string(),
        }),
        v.looseObject({ type: v.string() }),
      ]),
    });
    const problemsOf = (item: object) => messages({ item }, { schema: items });
    assert.deepEqual(problemsOf({ type: 'additional_tools', role: 'developer' }), []);
    const missing = ['item.content is required and must be text'];
    assert.deepEqual(problemsOf({ role: 'user' }), missing);
    assert.deepEqual(problemsOf({ type: 'message', role: 'user' }), missing);
  });
});
