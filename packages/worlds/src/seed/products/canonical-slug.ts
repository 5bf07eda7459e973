import type { Draws } from '../draws/draws.ts';
import type { House } from '../families/family.ts';
import { idOf, type Product } from './product.ts';
import { isoDate, REFERENCE_SECONDS, SECONDS_PER_DAY } from '../dates/reference-date.ts';
import { valueAt, type Weighted } from '../draws/weighted.ts';

type Form = 'id' | 'day' | 'iso-day' | 'month' | 'reordered' | 'another';

/**
 * How each kind of vendor names the snapshot behind an id, by age in days. Snapshots with a day of
 * eight digits began 265 days ago, those of one kind of vendor before.
 */
const FORMS: Readonly<
  Record<House, readonly (readonly [daysOld: number, forms: readonly Weighted<Form>[]])[]>
> = {
  flagship: [
    [265, [['day', 1]]],
    [
      600,
      [
        ['iso-day', 16],
        ['id', 7],
      ],
    ],
    [Infinity, [['id', 1]]],
  ],
  assistant: [
    [30, [['day', 1]]],
    [440, [['reordered', 1]]],
    [Infinity, [['id', 1]]],
  ],
  multimodal: [
    [265, [['day', 1]]],
    [
      Infinity,
      [
        ['id', 4],
        ['month', 2],
      ],
    ],
  ],
  cloud: [
    [
      210,
      [
        ['day', 29],
        ['id', 3],
        ['month', 2],
      ],
    ],
    [
      265,
      [
        ['id', 10],
        ['day', 4],
      ],
    ],
    [
      Infinity,
      [
        ['id', 29],
        ['month', 2],
      ],
    ],
  ],
  open: [
    [
      210,
      [
        ['day', 45],
        ['id', 5],
        ['month', 2],
      ],
    ],
    [
      265,
      [
        ['id', 6],
        ['day', 4],
        ['month', 1],
      ],
    ],
    [
      Infinity,
      [
        ['id', 64],
        ['month', 13],
        ['another', 3],
      ],
    ],
  ],
  community: [
    [210, [['day', 1]]],
    [
      Infinity,
      [
        ['id', 16],
        ['another', 2],
      ],
    ],
  ],
};

/** Days from the snapshot that a slug names to the listing: most are the same day, some weeks. */
const DAYS_AFTER: readonly Weighted<number>[] = [
  [0, 95],
  [1, 13],
  [-1, 5],
  [2, 3],
  [5, 2],
  [7, 6],
  [9, 1],
  [12, 2],
  [14, 1],
  [17, 1],
  [21, 3],
  [47, 2],
];

/**
 * Returns the slug of a release. A family keeps to one habit of its kind of vendor: successive ones
 * stand a golden section apart, so that all habits occur. A generation has one snapshot.
 */
export function canonicalSlugOf(product: Product, created: number, draws: Draws): string {
  // An id that says when it was released is its own snapshot.
  if (product.tier.stamp !== undefined) return idOf(product).replace(/:.*$/, '');
  const daysOld = (REFERENCE_SECONDS - created) / SECONDS_PER_DAY;
  const forms = FORMS[product.family.house].find(([limit]) => daysOld < limit)?.[1] ?? [];
  const form = valueAt(forms, (draws('slug').number.float() + product.key[0] * GOLDEN_SECTION) % 1);
  // A variant is listed under the slug of its model.
  const [id = ''] = idOf(product).split(':', 1);
  const snapshot =
    created - SECONDS_PER_DAY * valueAt(DAYS_AFTER, draws('slug', ...product.key).number.float());
  const day = isoDate(snapshot);
  switch (form) {
    case 'id':
      return id;
    case 'day':
      return `${id}-${day.replaceAll('-', '')}`;
    case 'iso-day':
      return `${id}-${day}`;
    case 'month':
      return `${id}-${day.slice(2, 7).replace('-', '')}`;
    case 'reordered':
      return `${reordered(product)}-${day.replaceAll('-', '')}`;
    case 'another':
      return `${id.replaceAll('.', '-')}-${product.tier.size < 0.3 ? 'base' : 'instruct'}`;
  }
}

const GOLDEN_SECTION = (Math.sqrt(5) - 1) / 2;

/** `lumenfold/folio-beacon-4.8` → `lumenfold/folio-4.8-beacon` */
function reordered({ authorSlug, family, tier, generation }: Product): string {
  return `${authorSlug}/${[family.slug, generation[0], tier.slug].filter(Boolean).join('-')}`;
}
