import type { Model } from '../resources/model.ts';
import { pricePerMillion } from './price.ts';
import { formatDecimal } from '../money/decimal.ts';

export interface Feed {
  readonly title: string;
  readonly description: string;
  /** Absolute URL of the catalog that the feed describes. */
  readonly link: string;
  /** Absolute URL of the feed itself. */
  readonly selfUrl: string;
  /** Milliseconds since the Unix epoch. */
  readonly lastBuild: number;
  readonly items: readonly FeedItem[];
}

export interface FeedItem {
  readonly model: Model;
  /** Absolute URL of the model's page, or of its chat page. */
  readonly link: string;
}

/** Renders an RSS 2.0 document, an item per model in the given order. Source: contract §3.9. */
export function renderFeed(feed: Feed): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escape(feed.title)}</title>
<link>${escape(feed.link)}</link>
<description>${escape(feed.description)}</description>
<lastBuildDate>${rfc822(feed.lastBuild)}</lastBuildDate>
<atom:link href="${escape(feed.selfUrl)}" rel="self" type="application/rss+xml"/>
${feed.items.map(renderItem).join('')}</channel>
</rss>
`;
}

function renderItem({ model, link }: FeedItem): string {
  return `<item>
<title>${escape(`${model.name} (${model.id})`)}</title>
<link>${escape(link)}</link>
<description>${escape(model.description ?? summary(model))}</description>
<guid isPermaLink="false">${escape(model.canonical_slug)}</guid>
<pubDate>${rfc822(model.created * 1000)}</pubDate>
</item>
`;
}

/** Summarises a model without a description in one line. */
function summary({ architecture, context_length, pricing }: Model): string {
  const facts = [
    `${architecture.input_modalities.join('+')} to ${architecture.output_modalities.join('+')}`,
  ];
  if (context_length !== null) facts.push(`${context_length} tokens of context`);
  const prompt = pricePerMillion(pricing.prompt, pricing.discount);
  const completion = pricePerMillion(pricing.completion, pricing.discount);
  if (prompt !== undefined && completion !== undefined) {
    facts.push(
      `$${formatDecimal(prompt)} per million prompt tokens`,
      `$${formatDecimal(completion)} per million completion tokens`,
    );
  }
  return `${facts.join(', ')}.`;
}

const FIRST_DATE = Date.parse('0001-01-01T00:00:00Z');
const LAST_DATE = Date.parse('9999-12-31T23:59:59Z');

/** Formats the date of these milliseconds, or the nearest whose year has four digits. */
function rfc822(milliseconds: number): string {
  return new Date(Math.min(Math.max(milliseconds, FIRST_DATE), LAST_DATE)).toUTCString();
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes markup and drops characters that XML 1.0 forbids. */
function escape(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
