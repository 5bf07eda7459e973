import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { caption } from '../src/caption/caption.ts';
import { requestLines } from '../src/caption/request-lines.ts';
import { textPath, textWidth } from '../src/caption/text.ts';
import { wrap } from '../src/caption/wrap.ts';
import type { Mark } from '../src/scene/marks/marks.ts';
import { aJob } from './image-builders.ts';

const PRINTABLE = Array.from({ length: 0x7f - 0x21 }, (_, i) => String.fromCharCode(0x21 + i));

describe('text', () => {
  it('has a distinct glyph for every printable ASCII character', () => {
    const shapes = PRINTABLE.map((character) => JSON.stringify(textPath(character, [0, 0], 20)));
    assert.equal(new Set([...shapes, JSON.stringify(textPath('熊', [0, 0], 20))]).size, 95);
  });

  it('draws characters without a glyph as a box', () => {
    assert.deepEqual(textPath('熊', [0, 0], 20), textPath('🐼', [0, 0], 20));
  });

  it('sets accents above their letters', () => {
    assert.equal(textWidth('é', 20), textWidth('e', 20));
    assert.notDeepEqual(textPath('é', [0, 0], 20), textPath('e', [0, 0], 20));
    assert.notDeepEqual(textPath('é', [0, 0], 20), textPath('è', [0, 0], 20));
  });

  it('leaves out joiners and variation selectors', () => {
    assert.deepEqual(textPath('a\u200d\ufe0fb', [0, 0], 20), textPath('ab', [0, 0], 20));
  });

  it('grows with its size', () => {
    assert.equal(textWidth('panda', 40), 2 * textWidth('panda', 20));
  });
});

describe('wrap', () => {
  const measure = (text: string) => text.length;

  for (const [text, limit, most, lines] of [
    ['a red panda', 20, 2, ['a red panda']],
    ['a red panda', 6, 3, ['a red', 'panda']],
    ['a red panda', 6, 1, ['a red…']],
    ['one two three four', 8, 2, ['one two', 'three f…']],
    ['incomprehensible', 6, 3, ['incomp', 'rehens', 'ible']],
    ['incomprehensible', 6, 2, ['incomp', 'rehen…']],
    ['', 6, 2, []],
    ['panda', 0, 2, []],
    ['panda', 6, 0, []],
  ] as const) {
    it(`breaks "${text}" at ${limit} into ${most} lines as ${JSON.stringify(lines)}`, () => {
      assert.deepEqual(wrap(text, limit, most, measure), lines);
    });
  }
});

describe('the request in words', () => {
  it('says what was asked for, most important first', () => {
    const job = aJob({
      n: 3,
      seed: 42,
      tier: '2K',
      aspectRatio: '16:9',
      quality: 'high',
      background: 'opaque',
      compression: 80,
      format: 'webp',
      references: [1, 2].map(() => ({ bytes: new Uint8Array(), mediaType: 'image/png' })),
      options: { style: 'vivid', tags: ['not', 'plain'] },
    });
    assert.deepEqual(requestLines(job, { width: 2048, height: 1152 }, 1), {
      title: 'a red panda',
      prompt: 'a red panda',
      entries: [
        '2048×1152',
        'webp',
        '2/3',
        'acme/paint-1',
        'seed 42',
        '2K',
        '16:9',
        'quality high',
        'opaque',
        'compression 80',
        '2 references',
        'style vivid',
      ],
    });
  });

  it('says "no seed" for a request without one', () => {
    const { entries } = requestLines(aJob(), { width: 64, height: 64 }, 0);
    assert.ok(entries.includes('no seed'));
  });

  it('puts a prompt on one line, without control characters and half characters', () => {
    const { title } = requestLines(
      aJob({ prompt: ' a\tred\r\n\u0000panda \ud800' }),
      { width: 64, height: 64 },
      0,
    );
    assert.equal(title, 'a red panda \ufffd');
  });
});

describe('the prompt in the caption', () => {
  for (const [prompt, written] of [
    ['a red panda', 'a red panda'],
    ['a red panda 🐼', 'a red panda'],
    ['ein Bär in Łódź', 'ein Bär in Łódź'],
    ['熊猫在竹林里', ''],
    ['красная панда', ''],
    ['a panda 熊猫在竹林里吃竹子', ''],
    ['1 2 3', '1 2 3'],
    ['🐼🐼', ''],
  ] as const) {
    it(`is "${written}" for "${prompt}"`, () => {
      const lines = requestLines(aJob({ prompt }), { width: 1024, height: 1024 }, 0);
      assert.equal(lines.prompt, written);
      assert.equal(lines.title, prompt);
    });
  }

  it('is replaced by its length when it is in another script', () => {
    const { entries } = requestLines(
      aJob({ prompt: '熊猫在竹林里' }),
      { width: 64, height: 64 },
      0,
    );
    assert.equal(entries[0], 'prompt of 6 characters');
  });
});

describe('the caption', () => {
  const long = 'a red panda that reads a newspaper in the shade of an old bamboo grove '.repeat(20);

  for (const [width, height] of [
    [64, 64],
    [64, 512],
    [512, 64],
    [128, 1024],
    [1024, 128],
    [4096, 512],
    [4096, 4096],
    [90, 2000],
    [8192, 64],
  ] as const) {
    it(`stays inside ${width} × ${height}`, () => {
      const size = { width, height };
      const marks = caption(requestLines(aJob({ prompt: long, n: 10, seed: 1 }), size, 9), size);
      const [left, top, right, bottom] = boxOf(marks);
      assert.ok(left >= 0 && top >= 0 && right <= width && bottom <= height, boxOf(marks).join());
    });
  }

  it('leaves most of a square picture free', () => {
    const size = { width: 1024, height: 1024 };
    const [, top] = boxOf(caption(requestLines(aJob({ prompt: long }), size, 0), size));
    assert.ok(top > 0.64 * 1024, `${top}`);
  });

  it('is left out where no text is legible', () => {
    for (const size of [
      { width: 16, height: 16 },
      { width: 8, height: 400 },
      { width: 400, height: 12 },
    ]) {
      assert.deepEqual(caption(requestLines(aJob(), size, 0), size), []);
    }
  });
});

function boxOf(marks: readonly Mark[]): readonly [number, number, number, number] {
  const xs: number[] = [];
  const ys: number[] = [];
  for (const mark of marks) {
    for (const step of mark.path) {
      if (step[0] === 'Z') continue;
      const [x, y] = step.slice(-2).map(Number);
      const half = mark.kind === 'stroke' ? mark.width / 2 : 0;
      xs.push(x! - half, x! + half);
      ys.push(y! - half, y! + half);
    }
  }
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
