import { only, releases, tier, type Family } from './family.ts';
import { CLOSED_MEDIA, OPEN_MEDIA } from './media-vendor.ts';

/** Models that turn text into vectors. */
export const EMBEDDINGS_FAMILIES: readonly Family[] = [
  {
    ...CLOSED_MEDIA,
    author: 'orrery',
    slug: 'sxt-embed',
    name: 'SXT Embed',
    generations: releases({ '2': 30, '3': 22 }),
    tiers: [tier('small', 0.2), tier('large', 0.6)],
  },
  {
    ...OPEN_MEDIA,
    author: 'larch',
    slug: 'larch-embedding',
    name: 'Larch Embedding',
    naming: 'fused',
    generations: releases({ '3': 14, '3.5': 5 }),
    tiers: [tier('0.6b', 0.1), tier('4b', 0.3), tier('8b', 0.5)],
  },
  {
    ...CLOSED_MEDIA,
    author: 'osier',
    slug: 'facet-embedding',
    name: 'Facet Embedding',
    generations: releases({ '001': 16, '002': 4 }),
    tiers: only(0.6),
  },
  {
    ...CLOSED_MEDIA,
    author: 'karst',
    slug: 'scoria-embed',
    name: 'Scoria Embed',
    generations: releases({ '2312': 34, '2505': 17 }),
    tiers: [tier('', 0.4), tier('code', 0.5)],
  },
  {
    ...CLOSED_MEDIA,
    author: 'coppice',
    slug: 'directive-embed',
    name: 'Directive Embed',
    generations: releases({ v3: 26, v4: 12 }),
    tiers: [tier('english', 0.4), tier('multilingual', 0.5)],
  },
  {
    ...OPEN_MEDIA,
    author: 'lexigraph',
    slug: 'gte-lexi',
    name: 'GTE Lexi',
    generations: releases({ '1.5': 21 }),
    tiers: [tier('base', 0.1), tier('large', 0.2)],
  },
  {
    ...OPEN_MEDIA,
    author: 'greywacke',
    slug: 'turbidite-embed',
    name: 'Turbidite Embed',
    generations: releases({ r2: 9 }),
    tiers: [tier('', 0.15), tier('small', 0.05)],
  },
];

/** Models that sort documents by a query. */
export const RERANK_FAMILIES: readonly Family[] = [
  {
    ...CLOSED_MEDIA,
    author: 'coppice',
    slug: 'directive-rerank',
    name: 'Directive Rerank',
    generations: releases({ v3: 28, 'v3.5': 22, v4: 6 }),
    tiers: [tier('', 0.5), tier('fast', 0.2)],
  },
  {
    ...OPEN_MEDIA,
    author: 'larch',
    slug: 'larch-reranker',
    name: 'Larch Reranker',
    naming: 'fused',
    generations: releases({ '3': 14, '3.5': 5 }),
    tiers: [tier('0.6b', 0.1), tier('8b', 0.4)],
  },
  {
    ...OPEN_MEDIA,
    author: 'lexigraph',
    slug: 'lexi-rerank',
    name: 'Lexi Rerank',
    generations: releases({ m0: 17, m1: 7 }),
    tiers: only(0.15),
  },
];
