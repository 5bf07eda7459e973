import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { foreignHost, foreignPage, isAddress, isLoopback } from '@model-gateway/core/kit';

describe('foreignHost', () => {
  for (const host of [
    '127.0.0.1:4010',
    '127.8.9.1',
    'localhost:4010',
    'LOCALHOST',
    'mock.localhost:4010',
    '[::1]:4010',
  ]) {
    it(`takes "${host}" for this machine`, () => {
      assert.equal(foreignHost({ host }, isLoopback), undefined);
    });
  }

  for (const host of [
    '',
    'evil.example:4010',
    '127.0.0.1.evil.example',
    '127.0.0.1@evil.example',
    'localhost.evil.example:4010',
    'notlocalhost',
    '10.0.0.1:4010',
    '[::2]',
  ]) {
    it(`does not take "${host}" for this machine`, () => {
      assert.equal(foreignHost({ host }, isLoopback), host);
    });
  }

  it('returns undefined without a host name', () => {
    assert.equal(foreignHost({}, isLoopback), undefined);
  });
});

describe('foreignPage', () => {
  const host = 'localhost:4010';
  const page = 'http://localhost:5173';

  for (const headers of [
    {},
    { origin: 'http://localhost:4010' },
    { origin: page },
    { origin: page, 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin' },
  ]) {
    it(`lets ${JSON.stringify(headers)} ask`, () => {
      assert.equal(foreignPage({ host, ...headers }, [page]), undefined);
    });
  }

  for (const origin of [
    'https://evil.example',
    'http://localhost',
    'http://localhost:4011',
    'http://127.0.0.1:4010',
    'null',
    '',
    `${page}, ${page}`,
  ]) {
    it(`names the origin "${origin}"`, () => {
      assert.equal(foreignPage({ host, origin }, [page]), origin);
    });
  }

  for (const site of ['cross-site', 'same-site', 'anything else']) {
    it(`calls a page without an origin another site when the browser says ${site}`, () => {
      assert.equal(foreignPage({ host, 'sec-fetch-site': site }, [page]), 'another site');
    });
  }

  it('treats a page with the origin null as another site when the request names no host', () => {
    assert.equal(foreignPage({ origin: 'null' }, []), 'null');
  });
});

it('tells IP addresses and host names apart', () => {
  const texts = ['10.0.0.1', '::1', 'fe80::1', '::ffff:7f00:1', 'a.example', '1.2.3.4.example', ''];
  assert.deepEqual(texts.filter(isAddress), ['10.0.0.1', '::1', 'fe80::1', '::ffff:7f00:1']);
});
