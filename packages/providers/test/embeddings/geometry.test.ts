import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cosineOf, DemoGeometry, type Relation } from '../../src/demo/geometry.ts';
import { wordsOf } from '../../src/demo/words.ts';

const geometry = new DemoGeometry('demo/embeddings', 1536);
const cosine = (a: string, b: string, by = geometry) => cosineOf(by.vector(a), by.vector(b));
const PANDA = 'red panda eats bamboo';

describe('vectors of the demo', () => {
  it('are the same in every release', () => {
    const vector = new DemoGeometry('demo/embeddings', 6).vector('red panda');
    const rounded = Array.from(vector, (value) => Number(value.toFixed(4)));
    assert.deepEqual(rounded, [-0.2357, 0.3536, 0.1179, 0, 0.3536, 0.825]);
  });

  it('have the length 1, whatever the text', () => {
    for (const text of ['a', 'the', '!!!', '🐼', '猫が好き', 'x'.repeat(10_000)]) {
      for (const dimensions of [1, 2, 3, 100, 1536]) {
        const vector = new DemoGeometry('m', dimensions).vector(text);
        assert.ok(Math.abs(cosineOf(vector, vector) - 1) < 1e-5, `${text}, ${dimensions}`);
      }
    }
  });

  it('are nearer for texts that share more words', () => {
    assert.equal(cosine(PANDA, PANDA).toFixed(4), '1.0000');
    assert.equal(cosine(PANDA, 'bamboo eats red panda').toFixed(4), '1.0000');
    assert.ok(cosine(PANDA, 'Red pandas eating bamboo') > 0.9);
    assert.ok(cosine(PANDA, 'red panda eats leaves') > 0.6);
    assert.ok(cosine(PANDA, 'What does the red panda eat?') > 0.5);
    for (const dimensions of [256, 1536]) {
      const by = new DemoGeometry('m', dimensions);
      assert.ok(Math.abs(cosine(PANDA, 'quarterly tax report is due', by)) < 0.15);
    }
  });

  it('find the right one of four texts of help', () => {
    const [right = 0, ...others] = [
      'To reset your password, open settings and choose a new one.',
      'Invoices are sent by mail each month.',
      'Shipping takes three days.',
      'Our office is closed on Sunday.',
    ].map((text) => cosine('How do I reset my password?', text));
    assert.ok(right > 0.4 && others.every((other) => other < 0.15));
  });

  it('begin as longer ones do', () => {
    const whole = geometry.vector(PANDA);
    const short = new DemoGeometry('demo/embeddings', 100).vector(PANDA);
    const factor = (short[0] ?? 0) / (whole[0] ?? 1);
    short.forEach((value, at) => assert.ok(Math.abs(value - (whole[at] ?? 0) * factor) < 1e-6));
  });

  it('of two models have nothing to do with each other', () => {
    const other = new DemoGeometry('demo/other', 1536);
    assert.ok(Math.abs(cosineOf(geometry.vector(PANDA), other.vector(PANDA))) < 0.15);
  });
});

describe('related texts', () => {
  const related = (...relations: Relation[]) => new DemoGeometry('m', 300, relations);

  it('stand at the cosine that was said, at every length', () => {
    for (const value of [-1, -0.3, 0, 0.5, 0.9, 1]) {
      const by = related({ from: 'car', to: 'automobile', cosine: value });
      assert.ok(Math.abs(cosine('car', 'automobile', by) - value) < 1e-6);
    }
  });

  it('bring texts nearer that hold them, and leave others alone', () => {
    const by = related({ from: 'car', to: 'motor vehicle', cosine: 0.9 });
    assert.ok(cosine('my red car', 'my red motor vehicle', by) > 0.85);
    assert.equal(cosine('motor', 'motor', by).toFixed(4), '1.0000');
    assert.ok(cosine('car', 'motor', by) < 0.3);
  });
});

describe('words', () => {
  it('are letters and digits without usual endings, and say less where they stand everywhere', () => {
    assert.deepEqual(wordsOf('The ２ Boxes, running!'), [
      { text: 'the', weight: 0.1 },
      { text: '2', weight: 1 },
      { text: 'box', weight: 1 },
      { text: 'runn', weight: 1 },
    ]);
  });
});
