import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readBaseUrl } from '../../src/msw/base-url.ts';

describe('readBaseUrl', () => {
  const cases = [
    // base URL, page, a URL under it, one that is not
    ['/v1', 'https://app.example/a/b', 'https://app.example/v1/models', 'https://api.example/v1'],
    ['v1', 'https://app.example/a/b', 'https://app.example/a/v1/models', 'https://app.example/v1'],
    ['/v1/', undefined, 'http://localhost:3000/v1', 'http://localhost:3000/v11/models'],
    ['', undefined, 'http://localhost:3000/models', 'about:blank'],
    ['/v1', 'about:blank', 'http://localhost/v1/models', 'http://localhost/a/v1/models'],
    ['https://a.example/x.y', undefined, 'https://a.example/x.y/z', 'https://a.example/x-y/z'],
  ] as const;
  for (const [baseURL, page, inside, outside] of cases) {
    it(`finds ${inside} under "${baseURL}" of ${page ?? 'no page'}`, () => {
      const { pattern } = readBaseUrl(baseURL, page);
      assert.match(inside, pattern);
      assert.doesNotMatch(outside, pattern);
    });
  }

  it('says which base URLs are accepted when there is no page', () => {
    assert.throws(() => readBaseUrl('v1', undefined), /begin with "\/", got "v1"/);
  });
});
