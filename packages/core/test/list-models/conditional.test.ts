import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryModelStore, type Gateway } from '@model-gateway/core';
import {
  NOW_SECONDS,
  aClock,
  aGateway,
  aKey,
  anEntry,
  bearer,
  get,
  head,
  someEntries,
} from '../builders.ts';

/* ETags and conditional requests. Source: contract §3.10, RFC 9110 §13.1.2. */

async function etagOf(gateway: Gateway, url: string, headers = {}): Promise<string> {
  const { etag } = (await get(gateway, url, headers)).headers;
  assert.ok(etag !== undefined);
  return etag;
}

const gateway = aGateway({ entries: someEntries(40) });

describe('the etag of GET /models', () => {
  it('is a strong or weak entity tag', async () => {
    assert.match(await etagOf(gateway, '/models'), /^(W\/)?"[\x21\x23-\x7e]+"$/);
  });

  it('stays while nothing changes', async () => {
    assert.equal(
      await etagOf(gateway, '/models?limit=3'),
      await etagOf(gateway, '/models?limit=3'),
    );
  });

  it('is the same for the same revision in another process', async () => {
    const other = aGateway({ entries: someEntries(40) });
    assert.equal(await etagOf(gateway, '/models?q=acme'), await etagOf(other, '/models?q=acme'));
  });

  it('changes with the catalog’s revision', async () => {
    const models = createMemoryModelStore(someEntries(4), 'r1');
    const changing = aGateway({ models });
    const before = await etagOf(changing, '/models');
    models.replace(someEntries(4), 'r2');
    assert.notEqual(await etagOf(changing, '/models'), before);
  });

  it('differs wherever the answer differs', async () => {
    const bodies = new Map<string, string>();
    const urls = [
      '/models',
      ...Array.from({ length: 40 }, (_, i) => `/models?q=acme/${i}`),
      ...Array.from({ length: 40 }, (_, i) => `/models?offset=${i}`),
      ...Array.from({ length: 40 }, (_, i) => `/models?limit=${i + 1}`),
      ...Array.from({ length: 40 }, (_, i) => `/models?offset=${i}&limit=3&q=1`),
      '/models?q=nothing',
      '/models?offset=40&q=1',
      '/models?use_rss=true',
      '/models?use_rss=true&use_rss_chat_links=true',
      '/models?use_rss=true&limit=3',
      '/models?limit=3&foo=bar',
    ];
    for (const url of urls) {
      const { headers, text } = await get(gateway, url);
      const etag = headers['etag'] ?? '';
      assert.equal(bodies.get(etag) ?? text, text, url);
      bodies.set(etag, text);
    }
    assert.ok(bodies.size > 100, `only ${bodies.size} different answers`);
  });

  it('differs for keys that see different models', async () => {
    const scoped = aGateway({
      entries: someEntries(4),
      keys: [
        aKey({ text: 'one', allowedModels: ['acme/1', 'acme/2'] }),
        aKey({ text: 'two', allowedModels: ['acme/1', 'acme/3'] }),
        aKey({ text: 'all' }),
      ],
    });
    const etags = new Set<string>();
    for (const text of ['one', 'two', 'all']) {
      etags.add(await etagOf(scoped, '/models', bearer(text)));
    }
    assert.equal(etags.size, 3);
  });

  it('changes when time changes what is found', async () => {
    const clock = aClock();
    const aging = aGateway({ entries: [anEntry({ created: NOW_SECONDS })], clock });
    const before = await etagOf(aging, '/models?max_age_days=0');
    clock.advance(86_400_000);
    assert.notEqual(await etagOf(aging, '/models?max_age_days=0'), before);
  });

  it('stays when time changes nothing', async () => {
    const clock = aClock();
    const aging = aGateway({ entries: [anEntry({ created: NOW_SECONDS })], clock });
    const before = await etagOf(aging, '/models?max_age_days=0');
    clock.advance(3_600_000);
    assert.equal(await etagOf(aging, '/models?max_age_days=0'), before);
  });
});

describe('if-none-match', () => {
  const url = '/models?limit=3';
  const weak = (etag: string) => `W/${strong(etag)}`;
  const strong = (etag: string) => etag.replace(/^W\//, '');

  const matching: readonly [what: string, header: (etag: string) => string][] = [
    ['the etag itself', (etag) => etag],
    ['its weak form', weak],
    ['its strong form', strong],
    ['a list with it', (etag) => `"other", ${etag}, W/"more"`],
    ['a list without blanks', (etag) => `"other",${etag}`],
    ['*', () => '*'],
  ];
  for (const [what, header] of matching) {
    it(`answers 304 to ${what}`, async () => {
      const answer = await get(gateway, url, {
        'if-none-match': header(await etagOf(gateway, url)),
      });
      assert.equal(answer.status, 304);
    });
  }

  const other: readonly [what: string, header: (etag: string) => string][] = [
    ['another etag', () => 'W/"other"'],
    ['a list of others', () => '"a", W/"b"'],
    ['an empty header', () => ''],
    ['the text without quotes', (etag) => strong(etag).replaceAll('"', '')],
    ['a part of the etag', (etag) => `${etag.slice(0, -2)}"`],
  ];
  for (const [what, header] of other) {
    it(`answers 200 to ${what}`, async () => {
      const answer = await get(gateway, url, {
        'if-none-match': header(await etagOf(gateway, url)),
      });
      assert.equal(answer.status, 200);
    });
  }

  it('answers 304 without a body, with the headers that a cache keeps', async () => {
    const full = await get(gateway, url);
    const { status, headers, text } = await get(gateway, url, {
      'if-none-match': full.headers['etag'],
    });
    assert.equal(status, 304);
    assert.equal(text, '');
    for (const name of ['etag', 'cache-control', 'vary']) {
      assert.equal(headers[name], full.headers[name], name);
    }
    assert.equal(headers['content-length'], undefined);
    assert.equal(headers['content-type'], undefined);
  });

  it('answers 304 to HEAD', async () => {
    const etag = await etagOf(gateway, url);
    assert.equal((await head(gateway, url, { 'if-none-match': etag })).status, 304);
  });

  it('answers 304 for a feed', async () => {
    const feed = '/models?use_rss=true';
    const etag = await etagOf(gateway, feed);
    assert.equal((await get(gateway, feed, { 'if-none-match': etag })).status, 304);
  });

  it('answers 200 again after the catalog changed', async () => {
    const models = createMemoryModelStore(someEntries(4), 'r1');
    const changing = aGateway({ models });
    const etag = await etagOf(changing, url);
    models.replace(someEntries(5), 'r2');
    assert.equal((await get(changing, url, { 'if-none-match': etag })).status, 200);
  });

  it('says nothing to a caller without a key', async () => {
    const answer = await get(gateway, url, { authorization: undefined, 'if-none-match': '*' });
    assert.equal(answer.status, 401);
  });

  it('says nothing about a bad request', async () => {
    const answer = await get(gateway, '/models?limit=0', { 'if-none-match': '*' });
    assert.equal(answer.status, 400);
  });
});
