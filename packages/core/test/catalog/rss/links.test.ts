import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Model } from '@model-gateway/core';
import { oneItem } from './read-feed.ts';

/* GET /models?use_rss=true, read by two parsers that are not ours. Source: contract §3.9. */

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
