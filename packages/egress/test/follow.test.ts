import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { follow } from '../src/redirect.ts';

const HOP = { url: 'https://example.com/a', method: 'GET', headers: { authorization: 'x' } };

// What needs a TLS server to see from outside.
describe('follow', () => {
  it('refuses to go from https to http, and does not repeat the query', () => {
    assert.throws(() => follow(HOP, 302, 'http://example.com/?token=hunter2'), {
      reason: 'refused',
      message: 'example.com redirects from https to http, which is refused.',
    });
  });

  it('goes from http to https without the headers of the other origin', () => {
    const next = follow({ ...HOP, url: 'http://example.com/a' }, 302, 'https://example.com/a');
    assert.deepEqual(next, { url: 'https://example.com/a', method: 'GET', headers: {} });
  });
});
