import { pricesFor } from '../../catalog/price.ts';
import { GatewayError } from '../../errors.ts';
import { isWanted } from './preferences.ts';
import { compare, fromNumber, parseDecimal, shift, type Decimal } from '../../money/decimal.ts';
import type { PricedEndpoint } from '../../ports/priced-endpoint.ts';
import type { ChatProviderPreferences } from '../../resources/chat-provider-preferences.ts';

interface Serving {
  readonly provider: { readonly slug: string };
  readonly endpoint: PricedEndpoint;
}

/** Judges whether a preference admits an endpoint. */
type Rule = (serving: Serving, preferences: ChatProviderPreferences) => boolean;

/** What excludes endpoints, by the member that says so. Source: contract §12.6. */
const RULES = {
  only: ({ provider }, { only }) => isWanted(provider.slug, { only }),
  ignore: ({ provider }, { ignore }) => isWanted(provider.slug, { ignore }),
  order: ({ provider }, preferences) =>
    !isOrderAll(preferences) || isWanted(provider.slug, { only: preferences.order }),
  data_collection: ({ endpoint }, { data_collection: may }) =>
    may !== 'deny' || endpoint.collectsData !== true,
  zdr: ({ endpoint }, { zdr }) => zdr !== true || endpoint.isZeroRetention === true,
  enforce_distillable_text: ({ endpoint }, { enforce_distillable_text: must }) =>
    must !== true || endpoint.isDistillable !== false,
  quantizations: ({ endpoint }, { quantizations }) =>
    quantizations == null || quantizations.includes(endpoint.quantization ?? 'unknown'),
  max_price: ({ endpoint }, { max_price: most }) => isWithin(endpoint, most ?? {}),
} satisfies Partial<Record<keyof ChatProviderPreferences, Rule>>;
// Object.keys forgets whose they are.
const RULE_NAMES = Object.keys(RULES) as readonly (keyof typeof RULES)[];

/**
 * Returns those of a model's endpoints that the preferences admit, or the 404 that names what
 * excludes the last of them. Source: contract §12.6.
 */
export function admitted<One extends Serving>(
  model: string,
  serving: readonly One[],
  preferences: ChatProviderPreferences,
): readonly One[] | GatewayError {
  if (serving.length === 0) {
    const message = `Model not found: no provider serves ${model}`;
    return new GatewayError('notFound', { message });
  }
  let left = serving;
  for (const name of RULE_NAMES) {
    // What a request does not say excludes nothing, and most say nothing.
    if (preferences[name] == null) continue;
    const before = left;
    left = left.filter((one) => RULES[name](one, preferences));
    if (left.length === 0) {
      const slugs = before.map(({ provider: { slug } }) => slug).join(', ');
      const message = `No provider is left for ${model}: provider.${name} excludes ${slugs}`;
      return new GatewayError('notFound', { message });
    }
  }
  return left;
}

/** Returns whether only the providers of `order` may be asked, each of them. */
export function isOrderAll({ order, allow_fallbacks: may }: ChatProviderPreferences): boolean {
  return may === false && order != null && order.length > 0;
}

type MaxPrice = NonNullable<ChatProviderPreferences['max_price']>;

/** Prices of the shortest request, because the prices of longer ones are not known yet. */
function isWithin({ pricing }: PricedEndpoint, most: MaxPrice): boolean {
  const prices = pricesFor(pricing, 0);
  const isAtMost = (price: string | undefined, limit: Decimal | undefined) =>
    limit === undefined || compare(parseDecimal(price ?? '0') ?? limit, limit) <= 0;
  return (
    isAtMost(prices.prompt, perToken(most.prompt)) &&
    isAtMost(prices.completion, perToken(most.completion)) &&
    isAtMost(prices.request, amountOf(most.request)) &&
    isAtMost(prices.image, amountOf(most.image)) &&
    isAtMost(prices.audio, perToken(most.audio))
  );
}

function perToken(perMillion: string | number | null | undefined): Decimal | undefined {
  const amount = amountOf(perMillion);
  return amount && shift(amount, -6);
}

function amountOf(usd: string | number | null | undefined): Decimal | undefined {
  if (usd === undefined || usd === null) return undefined;
  return typeof usd === 'number' ? fromNumber(usd) : parseDecimal(usd);
}
