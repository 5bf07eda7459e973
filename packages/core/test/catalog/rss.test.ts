import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import RssParser from 'rss-parser';
import type { Gateway, Model } from '@model-gateway/core';
import { aClock, aGateway, anEntry, get, someEntries, type GivenGateway } from '../builders.ts';

/* GET /models?use_rss=true, read by two parsers that are not ours. Source: contract §3.9. */

interface Item {
  readonly title: string;
  readonly link: string;
  readonly description: string;
  readonly guid: { readonly '#text': string; readonly '@_isPermaLink': string };
  readonly pubDate: string;
}

interface Channel {
  readonly title: string;
  readonly link: string;
  readonly description: string;
  readonly lastBuildDate: string;
  readonly 'atom:link': {
    readonly '@_href': string;
    readonly '@_rel': string;
    readonly '@_type': string;
  };
  readonly item: readonly Item[];
}

/** Asks for a feed and checks that both parsers read the same items out of it. */
async function feed(gateway: Gateway, search = '', headers = {}): Promise<Channel> {
  const answer = await get(gateway, `/models?use_rss=true${search}`, headers);
  assert.equal(answer.status, 200, answer.text);
  const channel = channelOf(answer.text);
  const { items } = await new RssParser().parseString(answer.text);
  assert.deepEqual(
    items.map(({ title, link, guid }) => [title, link, guid].map(withLineFeeds)),
    channel.item.map(({ title, link, guid }) => [title, link, guid['#text']]),
  );
  return channel;
}

/** XML 1.0 §2.11 has every line end read as a line feed, which rss-parser leaves undone. */
function withLineFeeds(text: string | undefined): string | undefined {
  return text?.replace(/\r\n?/g, '\n');
}

function channelOf(text: string): Channel {
  assert.equal(XMLValidator.validate(text), true);
  // The characters that XML 1.0 §2.2 allows in a document.
  assert.match(text, /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u);
  const parser = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    isArray: (name) => name === 'item',
  });
  // What is missing of the shape fails the test that looks at it.
  const { rss } = parser.parse(text) as { rss: { '@_version': string; channel: Channel } };
  assert.equal(rss['@_version'], '2.0');
  return { ...rss.channel, item: rss.channel.item ?? [] };
}

async function oneItem(model: Partial<Model>, options: GivenGateway = {}, search = '') {
  const gateway = aGateway({ entries: [anEntry(model)], ...options });
  const { item } = await feed(gateway, search, { host: 'gateway.test' });
  assert.ok(item[0]);
  return item[0];
}

const titles = ({ item }: Channel) => item.map(({ title }) => title);

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

describe('the items of a feed', () => {
  const gateway = aGateway({
    entries: [1, 3, 2].map((weekly) =>
      anEntry({ id: `acme/${weekly}` }, { weekly_tokens: weekly }),
    ),
  });

  it('are the models in the catalog’s order', async () => {
    assert.deepEqual(titles(await feed(gateway)), [
      'acme/1 (acme/1)',
      'acme/3 (acme/3)',
      'acme/2 (acme/2)',
    ]);
  });

  it('are sorted', async () => {
    assert.deepEqual(titles(await feed(gateway, '&sort=top-weekly')), [
      'acme/3 (acme/3)',
      'acme/2 (acme/2)',
      'acme/1 (acme/1)',
    ]);
  });

  it('are paged', async () => {
    const channel = await feed(gateway, '&sort=top-weekly&offset=1&limit=1');
    assert.deepEqual(titles(channel), ['acme/2 (acme/2)']);
  });

  it('are filtered', async () => {
    assert.deepEqual(titles(await feed(gateway, '&q=acme/3')), ['acme/3 (acme/3)']);
  });

  it('are text models unless asked otherwise', async () => {
    const { architecture } = anEntry().model;
    const image = { ...architecture, output_modalities: ['image' as const] };
    const mixed = aGateway({ entries: [anEntry({ architecture: image })] });
    assert.equal((await feed(mixed)).item.length, 0);
    assert.equal((await feed(mixed, '&output_modalities=all')).item.length, 1);
  });
});

describe('an item', () => {
  it('is titled by name and id', async () => {
    const { title } = await oneItem({ id: 'acme/one', name: 'Acme: One' });
    assert.equal(title, 'Acme: One (acme/one)');
  });

  it('has the canonical slug as its guid, which is not a link', async () => {
    const { guid } = await oneItem({ canonical_slug: 'acme/one-20260801' });
    assert.deepEqual(guid, { '#text': 'acme/one-20260801', '@_isPermaLink': 'false' });
  });

  it('has its creation as pubDate in RFC 822', async () => {
    const { pubDate } = await oneItem({ created: Date.UTC(2026, 1, 3, 4, 5, 6) / 1000 });
    assert.equal(pubDate, 'Tue, 03 Feb 2026 04:05:06 GMT');
  });

  // RFC 822 has four digits for a year at most.
  for (const [created, pubDate] of [
    [Date.UTC(9999, 11, 31, 23, 59, 59) / 1000, 'Fri, 31 Dec 9999 23:59:59 GMT'],
    [Date.UTC(10_000, 0, 1) / 1000, 'Fri, 31 Dec 9999 23:59:59 GMT'],
    [Number.MAX_SAFE_INTEGER, 'Fri, 31 Dec 9999 23:59:59 GMT'],
    [-62_135_596_800, 'Mon, 01 Jan 0001 00:00:00 GMT'],
    [-62_135_596_801, 'Mon, 01 Jan 0001 00:00:00 GMT'],
    [Number.MIN_SAFE_INTEGER, 'Mon, 01 Jan 0001 00:00:00 GMT'],
  ] as const) {
    it(`has a pubDate of a year that RFC 822 can say for ${created}`, async () => {
      assert.equal((await oneItem({ created })).pubDate, pubDate);
    });
  }

  it('has the model’s description', async () => {
    const { description } = await oneItem({ description: 'Writes <code> & "prose".' });
    assert.equal(description, 'Writes <code> & "prose".');
  });

  it('has some description where the model has none', async () => {
    assert.notEqual((await oneItem({})).description, '');
  });
});

describe('an item’s link', () => {
  const model = { id: 'acme/one', links: { details: '/v1/models/acme/one/endpoints' } };
  const chat = '&use_rss_chat_links=true';

  for (const [what, search, expected] of [
    ['the model’s page', '', 'http://gateway.test/v1/models/acme/one'],
    ['the chat page', chat, 'http://gateway.test/v1/models/acme/one/chat'],
    ['the chat page for 1', '&use_rss_chat_links=1', 'http://gateway.test/v1/models/acme/one/chat'],
    [
      'the model’s page for false',
      '&use_rss_chat_links=false',
      'http://gateway.test/v1/models/acme/one',
    ],
  ] as const) {
    it(`derives from links.details: ${what}`, async () => {
      assert.equal((await oneItem(model, {}, search)).link, expected);
    });
  }

  it('keeps the host of absolute details', async () => {
    const links = { details: 'https://hub.example/api/one/endpoints' };
    assert.equal((await oneItem({ links })).link, 'https://hub.example/api/one');
  });

  it('is on the public base URL', async () => {
    const { link } = await oneItem(model, { publicBaseUrl: 'https://ai.example/v1' });
    assert.equal(link, 'https://ai.example/v1/models/acme/one');
  });

  const pages = {
    modelPage: ({ id }: Model) => `https://shop.example/m?id=${encodeURIComponent(id)}&x="y"`,
    chatPage: ({ id }: Model) => `https://shop.example/chat?a=1&m=${encodeURIComponent(id)}`,
  };

  it('comes from modelPage', async () => {
    const { link } = await oneItem(model, pages);
    assert.equal(link, 'https://shop.example/m?id=acme%2Fone&x="y"');
  });

  it('comes from chatPage with chat links', async () => {
    const { link } = await oneItem(model, pages, chat);
    assert.equal(link, 'https://shop.example/chat?a=1&m=acme%2Fone');
  });

  for (const details of [
    'javascript:alert(1)//endpoints',
    'JavaScript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://files.example/m',
    'blob:http://gateway.test/1',
    'mailto:a@b.example',
  ]) {
    it(`is the catalog’s base when details are ${JSON.stringify(details)}`, async () => {
      for (const search of ['', chat]) {
        const { link } = await oneItem({ links: { details } }, {}, search);
        assert.equal(link, 'http://gateway.test/v1');
      }
    });
  }

  for (const details of ['https://shop.example/m/endpoints', 'HTTPS://shop.example/m']) {
    it(`is the page that details name when they are ${details}`, async () => {
      assert.equal((await oneItem({ links: { details } })).link, 'https://shop.example/m');
    });
  }

  it('is the base when modelPage or chatPage gives no web page', async () => {
    const pages = { modelPage: () => 'javascript:alert(1)', chatPage: () => 'app://chat' };
    for (const search of ['', chat]) {
      assert.equal((await oneItem(model, pages, search)).link, 'http://gateway.test/v1');
    }
  });

  it('is absolute when modelPage gives a path', async () => {
    const { link } = await oneItem(model, { modelPage: () => '/shop/one' });
    assert.equal(link, 'http://gateway.test/shop/one');
  });

  for (const details of ['', 'http://', 'https://[bad', '\u0000', '::']) {
    it(`is still a URL when details are ${JSON.stringify(details)}`, async () => {
      assert.ok(URL.canParse((await oneItem({ links: { details } })).link));
    });
  }
});

describe('hostile texts in a feed', () => {
  /** What both parsers read where XML can hold the text, and where it cannot. */
  const HOSTILE: readonly [what: string, text: string, read: string | RegExp][] = [
    ['markup', '<b>Bold</b> & "quoted" \'single\'', '<b>Bold</b> & "quoted" \'single\''],
    ['closing tags', '</title></item></channel></rss>', '</title></item></channel></rss>'],
    ['the end of CDATA', 'a]]>b', 'a]]>b'],
    ['CDATA', '<![CDATA[x]]>', '<![CDATA[x]]>'],
    ['a comment', '<!-- x -->', '<!-- x -->'],
    ['an instruction', '<?xml version="1.1"?>', '<?xml version="1.1"?>'],
    ['a document type', '<!DOCTYPE x [<!ENTITY y "z">]>', '<!DOCTYPE x [<!ENTITY y "z">]>'],
    ['entities', '&amp;lt; &lt; &#65; &#x41; &xxe; &', '&amp;lt; &lt; &#65; &#x41; &xxe; &'],
    ['emoji and scripts', '🚀 日本 Ünï 👩‍👩‍👧', '🚀 日本 Ünï 👩‍👩‍👧'],
    ['control characters', 'a\u0000b\u0001\u0008c\u000b\u001fd', 'abcd'],
    ['lone surrogates', 'a\ud800b\udc00c', /^a\ufffd?b\ufffd?c$/],
    ['surrogates in the wrong order', 'a\udc00\ud800b', /^a\ufffd{0,2}b$/],
    ['noncharacters', 'a\ufffeb\uffffc', 'abc'],
    ['an escape sequence', 'a\u001b[31mb', 'a[31mb'],
    ['line breaks', 'a\r\nb', /^a\s+b$/],
  ];

  for (const [what, text, read] of HOSTILE) {
    it(`are read as text by both parsers: ${what}`, async () => {
      const { title, description, guid } = await oneItem({
        name: text,
        canonical_slug: text,
        description: text,
      });
      const suffix = ' (acme/model)';
      assert.ok(title.endsWith(suffix), title);
      for (const found of [title.slice(0, -suffix.length), description, guid['#text']]) {
        if (typeof read === 'string') assert.equal(found, read);
        else assert.match(found, read);
      }
    });
  }

  it('do no harm in an id', async () => {
    const { title } = await oneItem({ id: 'acme/<x>&"y"', name: 'N' });
    assert.equal(title, 'N (acme/<x>&"y")');
  });

  it('do no harm in the query', async () => {
    const channel = await feed(aGateway(), '&q="><script>\u0000&x=]]>', { host: 'gateway.test' });
    assert.match(
      channel['atom:link']['@_href'],
      /^http:\/\/gateway\.test\/v1\/models\?use_rss=true&q=/,
    );
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
