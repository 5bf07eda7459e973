import { pricesFor, type RequestPrices } from '../../catalog/price.ts';
import {
  add,
  compare,
  formatDecimal,
  fromNumber,
  multiply,
  parseDecimal,
  ZERO,
  type Decimal,
} from '../../money/decimal.ts';
import { oncePerObject } from '../../once-per-object.ts';
import type { ChatUsage } from '../../ports/chat-parts.ts';
import type { Pricing } from '../../resources/pricing.ts';
import { ChargeSheet } from './charge-sheet.ts';

/** What is priced beside tokens. */
export interface PricedItems {
  /** Images of the request. */
  readonly images: number;
  /** Requests, or the units of search that one is counted as; 1 by default. */
  readonly requests?: number | undefined;
}

/**
 * Returns the cost of counted tokens by a price list. Each token is priced once: those that were
 * read from or written to a cache, sounds and reasoning by prices of their own where the list has
 * them. A part that is larger than its whole is cut to it. Source: contract §8.5, §12.10.
 */
export function costOf(
  usage: ChatUsage,
  pricing: Pricing,
  { images, requests = 1 }: PricedItems,
): ChargeSheet {
  const { inputTokens = 0, outputTokens = 0, searches = 0 } = usage;
  const prices = pricesFor(pricing, inputTokens);
  const input = new Share(inputTokens);
  const read = input.take(usage.cacheReadTokens);
  const written = new Share(input.take(usage.cacheWriteTokens));
  const writtenForAnHour = written.take(usage.cacheWriteHourTokens);
  const heard = input.take(usage.inputAudioTokens);
  const seen = input.take(usage.inputImageTokens);
  const output = new Share(outputTokens);
  const thought = output.take(usage.reasoningTokens);
  const said = output.take(usage.outputAudioTokens);
  const write = prices.input_cache_write ?? prices.prompt;
  const sheet = new ChargeSheet();
  const charge = (item: keyof RequestPrices, count: number, price: string | undefined) => {
    if (count === 0 || price === undefined) return;
    sheet.priced(item, fromNumber(count), amountOf(price));
  };
  charge('prompt', input.rest, prices.prompt);
  charge('input_cache_read', read, prices.input_cache_read ?? prices.prompt);
  charge('input_cache_write', written.rest, write);
  charge('input_cache_write_1h', writtenForAnHour, prices.input_cache_write_1h ?? write);
  charge('audio', heard, prices.audio ?? prices.prompt);
  charge('image_token', seen, prices.image_token ?? prices.prompt);
  charge('completion', output.rest, prices.completion);
  charge('internal_reasoning', thought, prices.internal_reasoning ?? prices.completion);
  charge('audio_output', said, prices.audio_output ?? prices.completion);
  charge('request', requests, prices.request);
  charge('image', images, prices.image);
  charge('web_search', searches, prices.web_search);
  return sheet;
}

/**
 * Returns the most that this many tokens can cost by a price list, USD as a decimal string: the
 * amount reserved before the request is sent. Source: contract §12.10.
 */
export function mostCost(
  { input, output }: { readonly input: number; readonly output: number },
  pricing: Pricing,
  { images, requests = 1 }: PricedItems,
): string {
  let most = ZERO;
  for (const { upTo, prices } of tiersOf(pricing)) {
    const counts = [Math.min(input, upTo), output, requests, images];
    const sum = prices.reduce(
      (total, price, at) =>
        price.units === 0n ? total : add(total, multiply(fromNumber(counts[at] ?? 0), price)),
      ZERO,
    );
    if (compare(sum, most) > 0) most = sum;
    if (input <= upTo) break;
  }
  return formatDecimal(most);
}

/** The most that is paid for a token of the input, one of the output, a request and an image. */
interface Tier {
  /** Of this many tokens of the input and fewer. */
  readonly upTo: number;
  readonly prices: readonly Decimal[];
}

/**
 * Prices change above certain counts only, so that the most is paid at one of them or at the end. Asked
 * for with each request; a price list never changes.
 */
const tiersOf = oncePerObject((pricing: Pricing): readonly Tier[] => {
  const steps = (pricing.overrides ?? []).flatMap(({ min_prompt_tokens: least = [] }) => least);
  return [...new Set(steps), Infinity]
    .toSorted((a, b) => a - b)
    .map((upTo): Tier => {
      const prices = pricesFor(pricing, upTo);
      const { request = '0', image = '0' } = prices;
      const tokens = [highest(prices, INPUT_PRICES), highest(prices, OUTPUT_PRICES)];
      return { upTo, prices: [...tokens, amountOf(request), amountOf(image)] };
    });
});

const INPUT_PRICES = [
  'prompt',
  'input_cache_read',
  'input_cache_write',
  'input_cache_write_1h',
  'audio',
  'image_token',
] as const;
const OUTPUT_PRICES = ['completion', 'internal_reasoning', 'audio_output'] as const;

function highest(prices: RequestPrices, names: readonly (keyof RequestPrices)[]): Decimal {
  return names
    .map((name) => amountOf(prices[name] ?? '0'))
    .reduce((most, price) => (compare(price, most) > 0 ? price : most), ZERO);
}

/** Tokens of which parts are priced by themselves. */
class Share {
  rest: number;

  constructor(tokens: number) {
    this.rest = tokens;
  }

  take(tokens = 0): number {
    const taken = Math.min(tokens, this.rest);
    this.rest -= taken;
    return taken;
  }
}

/** A negative price stands for one that is not fixed, and nothing can be charged by it. */
function amountOf(price: string): Decimal {
  const amount = parseDecimal(price);
  return amount === undefined || amount.units < 0n ? ZERO : amount;
}
