import { only, releases, tier, type Family } from './family.ts';
import { CLOSED_MEDIA, OPEN_MEDIA } from './media-vendor.ts';

/** Models that read aloud. */
export const SPEECH_FAMILIES: readonly Family[] = [
  {
    ...CLOSED_MEDIA,
    author: 'acme',
    slug: 'chime',
    name: 'Chime',
    generations: releases({ '1': 5 }),
    tiers: [tier('', 0.45), tier('mini', 0.2)],
  },
  {
    ...CLOSED_MEDIA,
    author: 'orrery',
    slug: 'sxt-tts',
    name: 'SXT TTS',
    generations: releases({ '1': 32, '2': 13, '2.5': 4 }),
    tiers: [tier('', 0.4), tier('hd', 0.7)],
  },
  {
    ...CLOSED_MEDIA,
    author: 'larkspur',
    slug: 'soliloquy',
    name: 'Soliloquy',
    generations: releases({ v2: 19, v3: 6 }),
    tiers: [tier('turbo', 0.3), tier('multilingual', 0.75)],
  },
  {
    ...CLOSED_MEDIA,
    author: 'osier',
    slug: 'facet-voice',
    name: 'Facet Voice',
    generations: releases({ '2.5': 12, '3': 3 }),
    tiers: [tier('pro', 0.6), tier('swift', 0.3)],
  },
  {
    ...OPEN_MEDIA,
    author: 'kittiwake',
    slug: 'murmur',
    name: 'Murmur',
    generations: releases({ '1': 11, '1.1': 5 }),
    tiers: [tier('82m', 0.05), tier('3b', 0.25)],
  },
];

/** Models that write down what is said. */
export const TRANSCRIPTION_FAMILIES: readonly Family[] = [
  {
    ...CLOSED_MEDIA,
    author: 'orrery',
    slug: 'sxt-transcribe',
    name: 'SXT Transcribe',
    generations: releases({ '1': 19, '2': 7 }),
    tiers: [tier('', 0.5), tier('mini', 0.25)],
  },
  {
    ...OPEN_MEDIA,
    author: 'karst',
    slug: 'scoria-voice',
    name: 'Scoria Voice',
    generations: releases({ '2507': 15, '2602': 8 }),
    tiers: [tier('mini', 0.15), tier('small', 0.35)],
  },
  {
    ...CLOSED_MEDIA,
    author: 'larkspur',
    slug: 'stenograph',
    name: 'Stenograph',
    generations: releases({ v1: 18, v2: 4 }),
    tiers: only(0.45),
  },
  {
    ...OPEN_MEDIA,
    author: 'cobaltine',
    slug: 'ferrite-asr',
    name: 'Ferrite ASR',
    generations: releases({ '0.6b': 16, '1.1b': 9 }),
    tiers: only(0.1),
  },
  {
    ...OPEN_MEDIA,
    author: 'larch',
    slug: 'larch-asr',
    name: 'Larch ASR',
    naming: 'fused',
    generations: releases({ '3': 10, '3.5': 3 }),
    tiers: only(0.2),
  },
];

/** Models that converse by voice, or make music. */
export const AUDIO_FAMILIES: readonly Family[] = [
  {
    ...CLOSED_MEDIA,
    author: 'yarrow',
    slug: 'corymb',
    name: 'Corymb',
    generations: releases({ '2': 12, '3': 7, '3.5': 2 }),
    tiers: [tier('clip', 0.3), tier('song', 0.6)],
  },
  {
    ...CLOSED_MEDIA,
    author: 'orrery',
    slug: 'sxt-audio',
    name: 'SXT Audio',
    tokenizer: 'GPT',
    generations: releases({ '1': 22, '1.5': 10, '2': 3 }),
    tiers: [tier('', 0.6, { focus: 'voice' }), tier('mini', 0.35, { focus: 'voice' })],
  },
  {
    ...OPEN_MEDIA,
    author: 'cinderpath',
    slug: 'bellwether',
    name: 'Bellwether',
    generations: releases({ '1': 9, '2': 4 }),
    tiers: only(0.35),
  },
];
