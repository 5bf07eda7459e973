import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aClock, aGateway, anEntry, get, someEntries } from '../../builders.ts';
import { channelOf, feed } from './read-feed.ts';

/* GET /models?use_rss=true, read by two parsers that are not ours. Source: contract §3.9. */

describe('a feed', () => {
  it('is of RSS’s media type, its length in bytes', async () => {
    const gateway = aGateway({ entries: [anEntry({ name: '日本🚀' })] });
    const { headers, text } = await get(gateway, '/models?use_rss=true');
    assert.equal(headers['content-type'], 'application/rss+xml; charset=utf-8');
    assert.equal(headers['content-length'], String(Buffer.byteLength(text)));
  });

  for (const flag of ['true', '1']) {
    it(`is the answer to use_rss=${flag}`, async () => {
      const { headers } = await get(aGateway(), `/models?use_rss=${flag}`);
      assert.match(headers['content-type'] ?? '', /^application\/rss\+xml/);
    });
  }

  for (const search of ['?use_rss=false', '?use_rss=0', '?use_rss_chat_links=true']) {
    it(`is not the answer to ${search}`, async () => {
      const { headers } = await get(aGateway(), `/models${search}`);
      assert.match(headers['content-type'] ?? '', /^application\/json/);
    });
  }

  it('has a title, a description and a link', async () => {
    const { title, description, link } = await feed(aGateway(), '', { host: 'gateway.test' });
    assert.notEqual(title, '');
    assert.notEqual(description, '');
    assert.equal(link, 'http://gateway.test/v1/models');
  });

  it('has no items when nothing is found', async () => {
    assert.deepEqual((await feed(aGateway())).item, []);
  });

  it('has a lastBuildDate in RFC 822, also when the clock is past the year 9999', async () => {
    const clock = aClock(Date.UTC(12_026, 7, 1));
    const { lastBuildDate } = await feed(aGateway({ clock }));
    assert.equal(lastBuildDate, 'Fri, 31 Dec 9999 23:59:59 GMT');
  });

  it('has a lastBuildDate in RFC 822', async () => {
    const { lastBuildDate } = await feed(aGateway());
    assert.equal(lastBuildDate, 'Sat, 01 Aug 2026 12:00:00 GMT');
  });

  it('has the same bytes while the catalog is the same', async () => {
    const clock = aClock();
    const gateway = aGateway({ entries: someEntries(2), clock });
    const { text } = await get(gateway, '/models?use_rss=true');
    clock.advance(60_000);
    assert.equal((await get(gateway, '/models?use_rss=true')).text, text);
  });

  it('links to itself with its parameters', async () => {
    const { 'atom:link': self } = await feed(aGateway(), '&sort=newest&q=a%26b', {
      host: 'gateway.test',
    });
    assert.deepEqual(self, {
      '@_href': 'http://gateway.test/v1/models?use_rss=true&sort=newest&q=a%26b',
      '@_rel': 'self',
      '@_type': 'application/rss+xml',
    });
  });

  it('links to itself at the public base URL', async () => {
    const gateway = aGateway({ publicBaseUrl: 'https://ai.example/v1/' });
    const channel = await feed(gateway, '', { host: 'internal:8080' });
    assert.equal(channel['atom:link']['@_href'], 'https://ai.example/v1/models?use_rss=true');
    assert.equal(channel.link, 'https://ai.example/v1/models');
  });
});

describe('the host header in a feed', () => {
  const gateway = aGateway({ entries: [anEntry()] });

  for (const host of [
    'gateway.test',
    'gateway.test:8080',
    '127.0.0.1:3000',
    '[::1]:8080',
    'my_host',
  ]) {
    it(`names the server: ${host}`, async () => {
      assert.equal((await feed(gateway, '', { host })).link, `http://${host}/v1/models`);
    });
  }

  for (const host of [
    'evil.example/path',
    'evil.example?x',
    'evil.example#x',
    'user@evil.example',
    'evil.example"><script>',
    'evil.example, other.example',
    'evil.example\r\nx: y',
    'evil.example:99999999',
    'evil example',
    '[evil.example]',
  ]) {
    it(`is not repeated when it is not a host name: ${JSON.stringify(host)}`, async () => {
      const { text } = await get(gateway, '/models?use_rss=true', { host });
      assert.doesNotMatch(text, /evil/);
      assert.ok(URL.canParse(channelOf(text).link));
    });
  }

  for (const host of [undefined, '']) {
    it(`may be ${host === undefined ? 'missing' : 'empty'}`, async () => {
      const channel = await feed(gateway, '', { host });
      assert.ok(URL.canParse(channel.link));
      assert.ok(URL.canParse(channel.item[0]?.link ?? ''));
    });
  }
});
