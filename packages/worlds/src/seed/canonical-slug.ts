import type { House } from './families/family.ts';
import { idOf, type Product } from './product.ts';
import { isoDate, REFERENCE_SECONDS, SECONDS_PER_DAY } from './reference-date.ts';
import { valueAt } from './weighted.ts';

type Form = 'id' | 'day' | 'iso-day' | 'month' | 'reordered' | 'another';

/** How each kind of vendor names the snapshot behind an id: models under and over seven months. */
const FORMS: Readonly<
  Record<House, Readonly<Record<'recent' | 'older', readonly (readonly [Form, number])[]>>>
> = {
  flagship: {
    recent: [
      ['day', 9],
      ['id', 1],
    ],
    older: [
      ['iso-day', 16],
      ['day', 8],
      ['id', 17],
    ],
  },
  assistant: {
    recent: [
      ['reordered', 7],
      ['day', 3],
    ],
    older: [
      ['reordered', 6],
      ['id', 1],
    ],
  },
  multimodal: {
    recent: [['day', 1]],
    older: [
      ['id', 4],
      ['day', 2],
      ['month', 2],
    ],
  },
  cloud: {
    recent: [
      ['day', 27],
      ['id', 3],
      ['month', 2],
      ['another', 2],
    ],
    older: [
      ['id', 29],
      ['day', 4],
      ['month', 2],
    ],
  },
  open: {
    recent: [
      ['day', 45],
      ['id', 5],
      ['month', 2],
    ],
    older: [
      ['id', 64],
      ['month', 13],
      ['day', 4],
      ['another', 3],
    ],
  },
  community: {
    recent: [['day', 1]],
    older: [
      ['id', 16],
      ['another', 2],
    ],
  },
};

const RECENT_DAYS = 7 * 30;

/** Returns the slug of a release by one of its vendor's habits; `share` is from 0 to 1. */
export function canonicalSlugOf(product: Product, created: number, share: number): string {
  // An id that says when it was released is its own snapshot.
  if (product.tier.stamp !== undefined) return idOf(product).replace(/:.*$/, '');
  const isRecent = created > REFERENCE_SECONDS - RECENT_DAYS * SECONDS_PER_DAY;
  const form = valueAt(FORMS[product.family.house][isRecent ? 'recent' : 'older'], share);
  // A variant is listed under the slug of its model.
  const [id = ''] = idOf(product).split(':', 1);
  const day = isoDate(created);
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

/** `lumenfold/folio-beacon-4.8` → `lumenfold/folio-4.8-beacon` */
function reordered({ authorSlug, family, tier, generation }: Product): string {
  return `${authorSlug}/${[family.slug, generation[0], tier.slug].filter(Boolean).join('-')}`;
}
