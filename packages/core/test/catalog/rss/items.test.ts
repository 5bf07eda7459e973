import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aGateway, anEntry } from '../../builders.ts';
import { feed, oneItem, titles } from './read-feed.ts';

/* GET /models?use_rss=true, read by two parsers that are not ours. Source: contract §3.9. */

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
