import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aGateway, get, someEntries, type Answer } from '../builders.ts';

/* What every response carries. Source: contract §1.7. */

const gateway = aGateway({ entries: someEntries(2) });
const failing = aGateway({
  models: {
    revision: () => Promise.reject(new Error('the store is down')),
    snapshot: () => Promise.reject(new Error('the store is down')),
  },
});

type Headers = Readonly<Record<string, string | undefined>>;

/** One answer of each kind, with these request headers on top. */
const ANSWERS: Readonly<Record<string, (headers?: Headers) => Promise<Answer>>> = {
  'a 200': (headers) => get(gateway, '/models', headers),
  'a feed': (headers) => get(gateway, '/models?use_rss=true', headers),
  'a 304': (headers) => get(gateway, '/models', { 'if-none-match': '*', ...headers }),
  'a 400': (headers) => get(gateway, '/models?limit=0', headers),
  'a 401': (headers) => get(gateway, '/models', { authorization: undefined, ...headers }),
  'a 500': (headers) => get(failing, '/models', headers),
  'an answer to HEAD': (headers) => get(gateway, '/models', headers, { method: 'HEAD' }),
};

for (const [kind, ask] of Object.entries(ANSWERS)) {
  describe(kind, () => {
    it('repeats the caller’s x-request-id', async () => {
      const { headers } = await ask({ 'x-request-id': 'req_42/a:b+c=' });
      assert.equal(headers['x-request-id'], 'req_42/a:b+c=');
    });

    it('has a new x-request-id where the caller sent none', async () => {
      const [first, second] = [await ask(), await ask()];
      assert.match(first.headers['x-request-id'] ?? '', /^[\x21-\x7e]{8,128}$/);
      assert.notEqual(first.headers['x-request-id'], second.headers['x-request-id']);
    });

    it('says nosniff', async () => {
      assert.equal((await ask()).headers['x-content-type-options'], 'nosniff');
    });

    it('has lower-case header names and no line breaks in values', async () => {
      const { headers } = await ask({ 'x-request-id': 'a\r\nset-cookie: b', host: 'a\r\nb' });
      for (const [name, value] of Object.entries(headers)) {
        assert.match(name, /^[a-z0-9-]+$/);
        assert.match(value, /^[\x20-\x7e]*$/);
      }
    });
  });
}

describe('x-request-id', () => {
  for (const given of ['x', '~', '!', 'x'.repeat(128)]) {
    it(`is repeated when it is ${JSON.stringify(given.slice(0, 8))} (${given.length})`, async () => {
      const { headers } = await get(gateway, '/models', { 'x-request-id': given });
      assert.equal(headers['x-request-id'], given);
    });
  }

  for (const [what, given] of [
    ['empty', ''],
    ['longer than 128 characters', 'x'.repeat(129)],
    ['with a blank', 'a b'],
    ['sent twice', 'a, b'],
    ['with a tab', 'a\tb'],
    ['with a line break', 'a\r\nset-cookie: admin=1'],
    ['ending in a line break', 'a\n'],
    ['with a null byte', 'a\u0000'],
    ['with a delete character', 'a\u007f'],
    ['beyond ASCII', 'réq'],
    ['beyond Latin-1', '日本'],
  ] as const) {
    it(`is replaced when it is ${what}`, async () => {
      const { headers } = await get(gateway, '/models', { 'x-request-id': given });
      assert.match(headers['x-request-id'] ?? '', /^[\x21-\x7e]{8,128}$/);
      assert.notEqual(headers['x-request-id'], given);
    });
  }
});

describe('cache-control', () => {
  for (const kind of ['a 400', 'a 401', 'a 500']) {
    it(`of ${kind} is no-store`, async () => {
      assert.equal((await ANSWERS[kind]?.())?.headers['cache-control'], 'no-store');
    });
  }

  it('of a 403 is no-store', async () => {
    const strict = aGateway({ permissions: { listModels: 'management' } });
    assert.equal((await get(strict, '/models')).headers['cache-control'], 'no-store');
  });
});
