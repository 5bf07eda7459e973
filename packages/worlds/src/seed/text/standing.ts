import { normal, type Draws } from '../draws/draws.ts';
import { normalQuantile } from '../draws/normal-quantile.ts';
import type { House } from '../families/family.ts';
import { priceListOf } from '../prices/price-list-of.ts';
import type { Product } from '../products/product.ts';
import { lineOf } from './line.ts';

/** How much a model's size decides about its price, and how much its line does. */
const BY_SIZE = 0.9;
/** The same for the models of hosts and resellers, each of which sets its own prices. */
const BY_LINE: Readonly<Record<House, number>> = {
  flagship: 1,
  assistant: 1,
  multimodal: 1,
  cloud: 0.8,
  open: 0.7,
  community: 0.7,
};

/** Returns the place that is drawn for a model on its vendor's price list, from 0 up to 1. */
export function standingOf(product: Product, draws: Draws): number {
  const { family, key, tier } = product;
  const [mean, deviation] = priceListOf(family).sizes;
  const own = normal(draws('price', ...key, family.tiers.indexOf(tier)));
  const byLine = BY_LINE[family.house];
  const rest = byLine * lineOf(product, draws).price + Math.sqrt(1 - byLine ** 2) * own;
  const bySize = (tier.size - mean) / deviation;
  const share = normalQuantile(BY_SIZE * bySize + Math.sqrt(1 - BY_SIZE ** 2) * rest);
  return Math.min(Math.max(share, 0), 0.9999);
}
