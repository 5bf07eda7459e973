import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../any-character.ts';
import { isMask, maskConfig, maskSecret, unmaskConfig } from '../../src/destinations/mask.ts';

/* Source: contract §5.2. */

fc.configureGlobal({ seed: 20_260_801 });

describe('maskSecret', () => {
  for (const [secret, mask] of [
    ['', '...'],
    ['abc', '...'],
    ['abcdefghijk', '...'],
    ['abcdefghijkl', 'abcd...ijkl'],
    ['abcdefghijklmnopqrstuvwxyz', 'abcd...wxyz'],
    ['😀'.repeat(11), '...'],
    ['😀'.repeat(12), '😀😀😀😀...😀😀😀😀'],
    ['1\n3\n5\n7\n9\nb\n', '1\n3\n...9\nb\n'],
  ] as const) {
    it(`makes ${JSON.stringify(mask)} of ${JSON.stringify(secret)}`, () => {
      assert.equal(maskSecret(secret), mask);
    });
  }
});

describe('isMask', () => {
  for (const text of ['...', 'abcd...wxyz', '.......   .', '😀😀😀😀...😀😀😀😀', '...........']) {
    it(`recognises ${JSON.stringify(text)}`, () => assert.equal(isMask(text), true));
  }

  for (const value of ['', '..', '....', 'abcd..wxyz', 'abc...wxyz', 'abcd...wxyz1', 7, null, {}]) {
    it(`does not recognise ${JSON.stringify(value)}`, () => assert.equal(isMask(value), false));
  }

  it('recognises every mask', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (secret) => isMask(maskSecret(secret))),
    );
  });
});

const { object: config } = fc.letrec((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    fc.string({ maxLength: 16 }),
    fc.integer(),
    fc.boolean(),
    fc.array(tie('json'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(
    fc.constantFrom('url', 'apiKey', 'token', 'headers', 'secretKey', 'dsn', 'list', 'a'),
    tie('json'),
    { noNullPrototype: true },
  ),
}));
const type = fc.constantFrom('langfuse', 'webhook', 'sentry', 'homemade', 'constructor');

describe('a config that is masked', () => {
  it('is what is stored again once it is unmasked', () => {
    fc.assert(
      fc.property(type, config, (kind, stored) => {
        assert.deepEqual(unmaskConfig(kind, maskConfig(kind, stored), stored), stored);
      }),
    );
  });

  it('leaves the config that it was made of alone', () => {
    fc.assert(
      fc.property(type, config, (kind, stored) => {
        const before = structuredClone(stored);
        maskConfig(kind, stored);
        unmaskConfig(kind, stored, stored);
        assert.deepEqual(stored, before);
      }),
    );
  });
});
