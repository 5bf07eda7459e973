import assert from 'node:assert/strict';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import RssParser from 'rss-parser';
import type { Gateway, Model } from '@model-gateway/core';
import { aGateway, anEntry, get, type GivenGateway } from '../../builders.ts';

interface Item {
  readonly title: string;
  readonly link: string;
  readonly description: string;
  readonly guid: { readonly '#text': string; readonly '@_isPermaLink': string };
  readonly pubDate: string;
}

/** A feed as it was read. */
export interface Channel {
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
export async function feed(gateway: Gateway, search = '', headers = {}): Promise<Channel> {
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

/** Reads a feed, which must be valid XML. */
export function channelOf(text: string): Channel {
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

/** Asks for the feed of one model and returns its item. */
export async function oneItem(model: Partial<Model>, options: GivenGateway = {}, search = '') {
  const gateway = aGateway({ entries: [anEntry(model)], ...options });
  const { item } = await feed(gateway, search, { host: 'gateway.test' });
  assert.ok(item[0]);
  return item[0];
}

/** Returns the titles of a feed's items. */
export const titles = ({ item }: Channel) => item.map(({ title }) => title);
