import { AUTHORS, type Author } from './families/authors.ts';
import type { Family, Generation, Tier } from './families/family.ts';

/** A model before anything is drawn for it: who makes it, what it is called, where it belongs. */
export interface Product {
  /** Part of the id before the slash. */
  readonly authorSlug: string;
  readonly author: Author;
  /** Part of the id behind the slash: `sextant-5.2-mini`. */
  readonly slug: string;
  /** Without the author: `Sextant 5.2 Mini`. */
  readonly name: string;
  readonly family: Family;
  /** A number of the family's own, and the position of the generation in it: keys of draws. */
  readonly key: readonly [family: number, generation: number];
  readonly generation: Generation;
  readonly tier: Tier;
}

export function idOf({ authorSlug, slug }: Product): string {
  return `${authorSlug}/${slug}`;
}

/** Returns every generation of a family in each of its tiers. */
export function productsOf(family: Family, familyNumber: number): Product[] {
  return family.generations.flatMap((generation, position) =>
    family.tiers
      .filter((tier) => comesIn(family, tier, position))
      .map((tier) => ({
        authorSlug: family.author,
        author: AUTHORS[family.author],
        slug: join(family, family.slug, generation[0], tier.slug, '-'),
        name: join(family, family.name, titleOf(generation[0]), tier.name, ' '),
        family,
        key: [familyNumber, position] as const,
        generation,
        tier,
      })),
  );
}

/** Returns true when no later generation of the family has this tier. */
export function isLatest({ family, key: [, position], tier }: Product): boolean {
  return !family.generations.some((_, later) => later > position && comesIn(family, tier, later));
}

function comesIn({ generations }: Family, { since, until }: Tier, position: number): boolean {
  const place = (label: string) => generations.findIndex((generation) => generation[0] === label);
  if (since !== undefined && position < place(since)) return false;
  return until === undefined || position <= place(until);
}

function join({ naming }: Family, name: string, label: string, tier: string, glue: string): string {
  if (naming === 'fused') return [name + label, tier].filter(Boolean).join(glue);
  const parts = naming === 'tier-first' ? [name, tier, label] : [name, label, tier];
  return parts.filter(Boolean).join(glue);
}

/** `v3.1` → `V3.1`, `beta` → `Beta` */
function titleOf(label: string): string {
  return label.slice(0, 1).toUpperCase() + label.slice(1);
}
