import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isMask, maskConfig, unmaskConfig } from '../../src/destinations/mask.ts';

/* Configs as they are shown, and the result of sending them back. Source: contract §5.1, §5.2. */

const KEY = 'sk-lf-0123456789';
const SHOWN = 'sk-l...6789';

describe('the mask of a config', () => {
  for (const [what, stored, shown] of [
    ['a secret', { secretKey: KEY }, { secretKey: SHOWN }],
    ['a short secret', { secretKey: 'short' }, { secretKey: '...' }],
    ['what is not a secret', { baseUrl: KEY }, { baseUrl: KEY }],
    ['a secret by its name, which the kind does not know', { apiToken: KEY }, { apiToken: SHOWN }],
    ['every header', { headers: { 'x-a': KEY, b: 'c' } }, { headers: { 'x-a': SHOWN, b: '...' } }],
    ['a secret inside an object', { auth: { token: KEY } }, { auth: { token: SHOWN } }],
    ['a secret inside a list', { all: [{ token: KEY }, 1] }, { all: [{ token: SHOWN }, 1] }],
    ['null and a boolean where a secret would be', { secretKey: null, token: true }, undefined],
    ['a number where a secret would be', { secretKey: 12_345_678 }, { secretKey: '...' }],
    ['an object where a secret would be', { secretKey: { a: KEY } }, { secretKey: '...' }],
    ['a list where a secret would be', { secretKey: [KEY] }, { secretKey: '...' }],
  ] as const) {
    it(`shows ${what}`, () => {
      assert.deepEqual(maskConfig('langfuse', stored), shown ?? stored);
    });
  }

  it('may have line breaks in it, and is a mask all the same', () => {
    assert.equal(isMask('1\n3\n...9\nb\n'), true);
  });
});

describe('a config that is sent', () => {
  const stored = {
    secretKey: KEY,
    headers: { Authorization: KEY, 'x-b': 'Bearer other-secret' },
    auth: { token: KEY },
    all: [
      { name: 'a', token: KEY },
      { name: 'b', token: 'another-secret-1' },
    ],
  };

  for (const [what, sent, becomes] of [
    ['keeps a secret that is masked', { secretKey: SHOWN }, { secretKey: KEY }],
    [
      'keeps a secret that anything in a mask’s shape stands for',
      { secretKey: '...' },
      { secretKey: KEY },
    ],
    ['changes a secret that is written out', { secretKey: 'new' }, { secretKey: 'new' }],
    ['leaves out a mask with nothing behind it', { apiToken: SHOWN }, {}],
    [
      'finds a header by its name without case',
      { headers: { authorization: SHOWN, 'X-C': 'new' } },
      { headers: { authorization: KEY, 'X-C': 'new' } },
    ],
    [
      'leaves out a header with nothing behind its mask',
      { headers: { 'x-c': '...' } },
      { headers: {} },
    ],
    ['keeps a secret inside an object', { auth: { token: SHOWN } }, { auth: { token: KEY } }],
    [
      'keeps the secrets of the items that are left in a list',
      { all: [{ name: 'b', token: 'anot...et-1' }] },
      { all: [{ name: 'b', token: 'another-secret-1' }] },
    ],
    [
      'gives no secret of a list to another item',
      { all: [{ name: 'c', token: SHOWN }] },
      { all: [{ name: 'c' }] },
    ],
  ] as const) {
    it(what, () => assert.deepEqual(unmaskConfig('langfuse', sent, stored), becomes));
  }

  const alike = { all: [{ token: 'short-1' }, { token: 'short-2' }, { token: 'short-3' }] };
  const masks = (count: number) => ({
    all: Array.from({ length: count }, () => ({ token: '...' })),
  });

  it('keeps the secrets of items that look the same, in their order', () => {
    assert.deepEqual(unmaskConfig('homemade', masks(3), alike), alike);
  });

  it('gives an item that was copied the secret of the last that looks like it', () => {
    const { all } = unmaskConfig('homemade', masks(4), alike);
    assert.deepEqual(all, [...alike.all, { token: 'short-3' }]);
  });
});
