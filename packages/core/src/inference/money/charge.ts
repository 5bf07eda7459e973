import { parseDecimal } from '../../money/decimal.ts';
import type { ChatUsage } from '../../ports/chat-parts.ts';
import type { PricedEndpoint } from '../../ports/priced-endpoint.ts';
import type { Priced } from '../charging/payment.ts';
import { ChargeSheet } from './charge-sheet.ts';
import { costOf, type PricedItems } from './price.ts';

/** An endpoint that served, and what was reserved for it. */
export interface Charged extends Priced {
  readonly endpoint: Pick<PricedEndpoint, 'pricing'>;
}

/**
 * Returns what is charged for counted tokens: the provider's own amount where it is exact, else by
 * its price list, and never more than was reserved. Source: contract §12.10.
 */
export function chargeOf(
  usage: ChatUsage,
  { endpoint, upperBound }: Charged,
  items: PricedItems,
): ChargeSheet {
  const said = usage.costUsd === undefined ? undefined : parseDecimal(usage.costUsd);
  const isExact = said !== undefined && said.units >= 0n;
  const sheet = isExact ? new ChargeSheet() : costOf(usage, endpoint.pricing, items);
  if (isExact) sheet.amount('provider', said);
  return sheet.upTo(upperBound);
}
