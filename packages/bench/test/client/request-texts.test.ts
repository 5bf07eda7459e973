import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { requestTexts } from '../../src/client/request-texts.ts';

const REQUEST = { path: '/models?n={n}', headers: { accept: '*/*' }, status: 200 };

describe('the text of a request', () => {
  it('has its number in the path', () => {
    assert.equal(
      requestTexts(REQUEST, 80)(7),
      'GET /models?n=000000007 HTTP/1.1\r\nhost: 127.0.0.1:80\r\naccept: */*\r\n\r\n',
    );
  });

  it('has its number in the body, whose length it says', () => {
    const patch = { ...REQUEST, method: 'PATCH', body: '{"name":"{n}"}' } as const;
    assert.equal(
      requestTexts(patch, 80)(7),
      'PATCH /models?n=000000007 HTTP/1.1\r\nhost: 127.0.0.1:80\r\naccept: */*\r\n' +
        'content-length: 20\r\n\r\n{"name":"000000007"}',
    );
  });
});
