import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mountedUrl } from '@model-gateway/node';

describe('mountedUrl', () => {
  const cases = [
    { original: '/echo?a', left: '/echo?a', mount: '', url: '/echo?a' },
    { original: '/v1/echo?a=/', left: '/echo?a=/', mount: '/v1', url: '/echo?a=/' },
    { original: '/v1', left: '/', mount: '/v1', url: '/' },
    { original: '/v1?a=/v1/', left: '/?a=/v1/', mount: '/v1', url: '/?a=/v1/' },
    { original: undefined, left: undefined, mount: '', url: '/' },
    { original: 'http://host/v1/a', left: 'http://host/a', mount: '/v1', url: '/a' },
    { original: 'http://host', left: 'http://host', mount: '', url: '/' },
  ];
  for (const { original, left, mount, url } of cases) {
    it(`finds the mount ${JSON.stringify(mount)} of ${original} where ${left} is left`, () => {
      assert.deepEqual(mountedUrl(left, original), { mount, url });
    });
  }

  it('finds no mount in a URL that the host rewrote', () => {
    assert.deepEqual(mountedUrl('/models?a', '/old/list'), { mount: '', url: '/models?a' });
  });
});
