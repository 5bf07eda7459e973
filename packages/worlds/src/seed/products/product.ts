import { AUTHORS, type Author } from '../families/authors.ts';
import type { Family, Generation, Stamp, Tier } from '../families/family.ts';
import { isoDate, monthsBefore } from '../dates/reference-date.ts';

/** A model before anything is drawn for it: who makes it, what it is called, where it belongs. */
export interface Product {
  /** Part of the id before the slash. */
  readonly authorSlug: string;
  readonly author: Author;
  /** Part of the id behind the slash: `sxt-5.2-mini`. */
  readonly slug: string;
  /** Without the author: `SXT-5.2-Mini`. */
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
        ...namesOf(family, generation, tier),
        family,
        key: [familyNumber, position] as const,
        generation,
        tier,
      })),
  );
}

/** Returns the slug and the name, with a stamp and a variant where the tier has them. */
function namesOf(
  family: Family,
  [label, monthsOld]: Generation,
  { slug, name, stamp, variant, nickname }: Tier,
): Pick<Product, 'slug' | 'name'> {
  const date = stamp && stampOf(stamp, monthsOld);
  // A vendor that puts the tier first replaces the version by the date.
  const version = stamp === 'month' && family.naming === 'tier-first' ? '' : label;
  const plain = join(family, family.slug, version, slug, '-');
  const title = spaced(family, join(family, family.name, titleOf(label), name, ' '), plain);
  return {
    slug: `${[plain, date].filter(Boolean).join('-')}${variant ? `:${variant}` : ''}`,
    name: [
      nickname === undefined ? title : `${nickname} (${title})`,
      date && (stamp === 'iso' || stamp === 'month-year' ? `(${date})` : date),
      variant && `(${variant})`,
    ]
      .filter(Boolean)
      .join(' '),
  };
}

function spaced({ written }: Family, title: string, plain: string): string {
  if (written === 'as the id') return plain;
  return written === 'dashed' ? title.replaceAll(' ', '-') : title;
}

/** Between the snapshot that a stamp names and the release: ten days, more than releases vary by. */
const SNAPSHOT_MONTHS_BEFORE = 0.34;

/** The date of a release's snapshot, in one of the forms in which vendors write it. */
function stampOf(stamp: Stamp, monthsOld: number): string {
  const [year = '', month = '', day = ''] = isoDate(
    monthsBefore(monthsOld + SNAPSHOT_MONTHS_BEFORE),
  ).split('-');
  switch (stamp) {
    case 'iso':
      return `${year}-${month}-${day}`;
    case 'month':
      return `${year.slice(2)}${month}`;
    case 'day':
      return `${month}${day}`;
    case 'month-day':
      return `${month}-${day}`;
    case 'month-year':
      return `${month}-${year}`;
  }
}

/** Returns true when no later generation of the family has this tier. */
export function isLatest({ family, key: [, position], tier }: Product): boolean {
  return !family.generations.some((_, later) => later > position && comesIn(family, tier, later));
}

/** Returns true when the generation at a position has a tier. */
export function comesIn({ generations }: Family, tier: Tier, position: number): boolean {
  const { since, until } = tier;
  const label = generations[position]?.[0];
  if (tier.in !== undefined && !tier.in.some((name) => name === label)) return false;
  const place = (name: string) => generations.findIndex((generation) => generation[0] === name);
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
