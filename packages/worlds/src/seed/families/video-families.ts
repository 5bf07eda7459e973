import { releases, tier, type Family } from './family.ts';
import { CLOSED_MEDIA, OPEN_MEDIA } from './media-vendor.ts';

/** Models that film. */
export const VIDEO_FAMILIES: readonly Family[] = [
  {
    ...CLOSED_MEDIA,
    author: 'reelmark',
    slug: 'dolly',
    name: 'Dolly',
    generations: releases({ '2': 13, '3': 6 }),
    tiers: [tier('', 0.6), tier('turbo', 0.35)],
  },
  {
    ...CLOSED_MEDIA,
    author: 'osier',
    slug: 'panorama',
    name: 'Panorama',
    generations: releases({ '2': 19, '3': 11, '3.1': 3 }),
    tiers: [tier('', 0.8), tier('fast', 0.45)],
  },
  {
    ...OPEN_MEDIA,
    author: 'larch',
    slug: 'larch-video',
    name: 'Larch Video',
    naming: 'fused',
    generations: releases({ '2.2': 12, '2.5': 5 }),
    tiers: [tier('14b', 0.4), tier('5b', 0.2)],
  },
];
