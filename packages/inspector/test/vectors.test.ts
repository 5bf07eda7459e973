// System, with others: drives a part of the page in a browser; smoke.test.ts is the short one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noChromium } from '../../mock/test/browser/chromium.ts';
import { ranksIn, vectorsIn } from '../src/requests/vector-facts.ts';
import { inspected } from './support/inspected.ts';

const TEXTS = ['red panda eats bamboo', 'red panda eats leaves', 'quarterly tax report'];

describe('embeddings and rankings in the inspector', { skip: noChromium }, () => {
  it('are shown by what they are of, and how near they are', async (t) => {
    const { page, open, ask } = await inspected(t);
    await open();
    for (const encoding_format of ['float', 'base64']) {
      const body = { model: 'mock/embeddings', input: TEXTS, encoding_format };
      assert.equal((await ask('/embeddings', body)).status, 200);
      await page
        .getByRole('listbox')
        .getByRole('option', { name: 'createEmbeddings' })
        .first()
        .click();
      const rows = page.getByRole('table', { name: 'Vectors' }).getByRole('row');
      await rows.nth(3).waitFor();
      const cells = await rows.nth(1).getByRole('cell').allTextContents();
      assert.deepEqual(cells, [TEXTS[0], '1,536', '1.000']);
      const near = await rows.nth(2).getByRole('cell').nth(2).textContent();
      assert.ok(Number(near) > 0.6, near ?? '');
    }
  });

  it('are shown as a ranking, the best first', async (t) => {
    const { page, open, ask } = await inspected(t);
    await open();
    await ask('/rerank', { model: 'mock/rerank', query: 'tax report', documents: TEXTS });
    await page.getByRole('listbox').getByRole('option', { name: 'createRerank' }).first().click();
    const rows = page.getByRole('table', { name: 'Ranking' }).getByRole('row');
    await rows.nth(3).waitFor();
    const [, position, text] = await rows.nth(1).getByRole('cell').allTextContents();
    assert.deepEqual([position, text], ['2', TEXTS[2]]);
  });
});

describe('what an answer says of vectors', () => {
  for (const [what, body] of [
    ['nothing', undefined],
    ['a list of models', { data: [{ id: 'a' }] }],
    ['broken base64', { data: [{ embedding: '%' }] }],
    ['items that are not numbers', { data: [{ embedding: [1, 'x'] }] }],
    ['vectors of three bytes', { data: [{ embedding: 'AAAA' }] }],
  ] as const) {
    it(`is nothing of ${what}`, () => {
      assert.deepEqual(vectorsIn({ input: 'a' }, body), []);
      assert.deepEqual(ranksIn(body), []);
    });
  }

  it('names inputs that are no texts by their JSON, and compares what is as long', () => {
    const body = { data: [{ embedding: [1, 0] }, { embedding: [0, 1] }, { embedding: [1] }] };
    assert.deepEqual(vectorsIn({ input: [[1, 2], [3], [4]] }, body), [
      { of: '[1,2]', length: 2, nearness: 1 },
      { of: '[3]', length: 2, nearness: 0 },
      { of: '[4]', length: 1, nearness: undefined },
    ]);
  });
});
