import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeUrl } from '@model-gateway/egress';

/* What is said of a URL before anything is looked up. Source: contract §4.9. */

const CREDENTIALS = 'A URL with a user name or a password in it may not be called.';
const UNREADABLE = 'The URL cannot be read; write it like https://example.com/image.png.';

describe('a URL', () => {
  for (const [url, reason, message] of [
    ['', 'invalid', UNREADABLE],
    ['images.example.com/cat.png', 'invalid', UNREADABLE],
    ['http://', 'invalid', UNREADABLE],
    ['ftp://example.com/', 'refused', 'Only http and https URLs may be called, got ftp.'],
    ['data:image/png,x', 'refused', 'Only http and https URLs may be called, got data.'],
    ['https://alice:hunter2@example.com/', 'refused', CREDENTIALS],
    ['https://alice@example.com/', 'refused', CREDENTIALS],
    ['https://:hunter2@example.com/', 'refused', CREDENTIALS],
    ['http://[::1]/', 'refused', '::1 may not be called: the address is loopback, not public.'],
    [
      'http://nas.lan/',
      'refused',
      'nas.lan may not be called: it names this machine or its own network.',
    ],
    [
      'http://a..example.com/',
      'refused',
      'a..example.com may not be called: it has an empty part.',
    ],
  ] as const) {
    it(`is ${reason}: ${JSON.stringify(url)}`, () => {
      assert.deepEqual(judgeUrl(url), { ok: false, reason, message });
    });
  }

  it('is given back as it was read', () => {
    const verdict = judgeUrl('HTTPS://Example.com:443/a?b#c');
    assert.ok(verdict.ok);
    assert.equal(verdict.url.href, 'https://example.com/a?b#c');
  });

  it('names the ports that may be called', () => {
    assert.deepEqual(judgeUrl('https://example.com:22/', { allowedPorts: [80, 443] }), {
      ok: false,
      reason: 'refused',
      message: 'Port 22 may not be called; the ports that may are 80, 443.',
    });
  });

  it('passes on a port that may be called, and is still judged by its host', () => {
    const rules = { allowedPorts: [443] };
    assert.equal(judgeUrl('https://example.com/', rules).ok, true);
    assert.equal(judgeUrl('https://127.0.0.1/', rules).ok, false);
  });

  it('is refused when the exception says no', () => {
    assert.equal(judgeUrl('http://127.0.0.1/', { allow: () => false }).ok, false);
    assert.equal(judgeUrl('http://redis/', { allow: () => false }).ok, false);
  });

  it('needs no exception for a public host', () => {
    const allow = () => assert.fail('asked');
    assert.equal(judgeUrl('https://example.com/', { allow }).ok, true);
    assert.equal(judgeUrl('https://8.8.8.8/', { allow }).ok, true);
  });
});
