import { inventedName, tinyName } from './invented-name.ts';
import type { Product } from './product.ts';

/** Families of a kind have numbers below this, and kinds are a thousand apart. */
const FAMILIES_PER_KIND = 64;
const KINDS = 8;
const KIND_DISTANCE = 1000;
/** Text families of short words have counterparts of short words, as long as there are any. */
const SHORT_WORD = 5;

/**
 * Returns the `round`-th counterpart (from 1) of a release: the same tier of the same generation of
 * another family, which the same vendor has beside it, or another vendor. So a catalog grows by
 * longer ranges and more vendors, each with habits of its own. No two rounds give the same id.
 */
export function counterpartOf(base: Product, round: number): Product {
  const [family, generation] = base.key;
  const kind = Math.floor(family / KIND_DISTANCE);
  const number = (round * KINDS + kind) * FAMILIES_PER_KIND + (family % KIND_DISTANCE);
  const [known = ''] = /[a-z]{3,}|^[a-z]+/.exec(base.family.slug) ?? [];
  const tiny =
    kind === 0 && known.length <= SHORT_WORD
      ? tinyName((round - 1) * FAMILIES_PER_KIND + (family % KIND_DISTANCE))
      : undefined;
  const word = tiny ?? inventedName(number);
  const slugged = (text: string) => text.replace(known, word.toLowerCase());
  const named = (text: string) => text.replace(new RegExp(known, 'i'), word);
  const renamed = {
    ...base,
    key: [family + round * KIND_DISTANCE * KINDS, generation] as const,
    slug: slugged(base.slug),
    name: named(base.name),
    family: { ...base.family, slug: slugged(base.family.slug), name: named(base.family.name) },
  };
  return hasOwnVendor(base, round, number) ? withVendor(renamed, number) : renamed;
}

/** Returns which counterpart of its release a product is, from 1; 0 for the release itself. */
export function roundOf({ key: [family] }: Pick<Product, 'key'>): number {
  return Math.floor(family / (KIND_DISTANCE * KINDS));
}

/**
 * The largest vendors grow themselves. Of the rest every third family belongs to another vendor at
 * first, since hardly any small vendor sells one generation by two names, and every ninth later:
 * catalogs of thousands have few more vendors.
 */
function hasOwnVendor({ family: { house } }: Product, round: number, number: number): boolean {
  const isLarge = house === 'flagship' || house === 'assistant' || house === 'multimodal';
  return !isLarge && number % (round === 1 ? 3 : 9) === 0;
}

function withVendor(product: Product, number: number): Product {
  // So that a vendor and its family have unlike names.
  const name = inventedName(number + FAR);
  const slug = name.toLowerCase();
  return { ...product, authorSlug: slug, author: { name, hub: slug } };
}

const FAR = 3840;
