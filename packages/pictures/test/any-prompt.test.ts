import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { XMLValidator } from 'fast-xml-parser';
import sharp from 'sharp';
import { anyCharacter } from '../../core/test/any-character.ts';
import { aJob, imagesOf } from './image-builders.ts';

/** Anything that a JSON string can hold: half characters, controls, emoji, markup, nothing but spaces. */
const prompts = fc.oneof(
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 200 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1, maxLength: 60 })
    .map((codes) => String.fromCharCode(...codes)),
  fc.constantFrom(
    ' ',
    '\u0000',
    '\ud83d',
    '👩‍👩‍👧‍👦🏳️‍🌈',
    '<![CDATA[',
    '</svg>&lt;',
    '%s ${x}',
    'x'.repeat(50_000),
    'y '.repeat(50_000),
    '\u202eabc',
    'e\u0301'.repeat(300),
  ),
);
const sides = fc.integer({ min: 64, max: 160 });

describe('any prompt', () => {
  it('gives a png that decodes, of the size asked for', async () => {
    await fc.assert(
      fc.asyncProperty(prompts, sides, sides, fc.integer(), async (prompt, width, height, seed) => {
        const [image] = await imagesOf(aJob({ prompt, seed, pixels: { width, height } }));
        const { info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
        assert.deepEqual([info.width, info.height, info.channels], [width, height, 3]);
      }),
      { numRuns: 60, seed: 20261120 },
    );
  });

  it('gives an SVG that is well-formed and can be drawn', async () => {
    await fc.assert(
      fc.asyncProperty(prompts, sides, sides, async (prompt, width, height) => {
        const job = aJob({ prompt, format: 'svg', pixels: { width, height } });
        const [image] = await imagesOf(job);
        assert.equal(
          XMLValidator.validate(new TextDecoder('utf-8', { fatal: true }).decode(image)),
          true,
        );
        const { info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
        assert.deepEqual([info.width, info.height], [width, height]);
      }),
      { numRuns: 40, seed: 20261120 },
    );
  });
});
