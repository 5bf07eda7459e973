import { compare, formatDecimal, parseDecimal, ZERO } from '../../money/decimal.ts';
import type { ChatUsage } from '../../ports/chat-parts.ts';
import type { PricedEndpoint } from '../../ports/priced-endpoint.ts';
import type { Priced } from '../charging/payment.ts';
import { costOf, type PricedItems } from './price.ts';

/** An endpoint that served, and what was reserved for it. */
export interface Charged extends Priced {
  readonly endpoint: Pick<PricedEndpoint, 'pricing'>;
}

/**
 * Returns what is charged for counted tokens, USD as a decimal string: the provider's own amount
 * where it is exact, else by its price list, and never more than was reserved. Source: contract
 * §12.10.
 */
export function chargeOf(
  usage: ChatUsage,
  { endpoint, upperBound }: Charged,
  items: PricedItems,
): string {
  const said = usage.costUsd === undefined ? undefined : parseDecimal(usage.costUsd);
  const isExact = said !== undefined && said.units >= 0n;
  const cost = isExact ? said : costOf(usage, endpoint.pricing, items);
  const most = parseDecimal(upperBound) ?? ZERO;
  return formatDecimal(compare(cost, most) > 0 ? most : cost);
}
