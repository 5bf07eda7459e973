import type { RandomSource } from '@model-gateway/core/kit';
import type { Composition } from './compositions/composition.ts';
import { landscape } from './compositions/landscape.ts';
import { planets } from './compositions/planets.ts';
import { tiles } from './compositions/tiles.ts';
import { MOODS, type Mood } from './colors/moods.ts';

const ALL = [landscape, planets, tiles] as const;

/** Words and the composition that comes closest; each matches at the beginning of a word. */
const SUBJECT_WORDS: readonly (readonly [words: RegExp, composition: Composition])[] = [
  [/\b(space|planet|galax|cosm|astro|saturn|alien|universe|orbit)/i, planets],
  [
    /\b(mountain|forest|valley|hill|landscape|tree|fox|bear|panda|wolf|deer|hik|camp|sky|cloud|coast)/i,
    landscape,
  ],
  [/\b(pattern|logo|icon|tile|mosaic|geometr|bauhaus|quilt|abstract|wallpaper|background)/i, tiles],
];

const MOOD_WORDS: readonly (readonly [words: RegExp, mood: string])[] = [
  [/\b(night|midnight|moon|star|dark)/i, 'night'],
  [/\b(aurora|northern lights|neon)/i, 'aurora'],
  [/\b(sunset|dusk|evening|twilight)/i, 'dusk'],
  [/\b(sunrise|dawn|morning|pastel|soft)/i, 'dawn'],
  [/\b(desert|dune|sand|canyon)/i, 'desert'],
  [/\b(fog|mist|rain|autumn|calm)/i, 'mist'],
  [/\b(sunny|summer|noon|bright)/i, 'noon'],
];

/** Returns the composition for a prompt: the first that it names, or a random one. */
export function compositionFor(prompt: string, random: RandomSource): Composition {
  return firstNamed(prompt, SUBJECT_WORDS) ?? random.pick(ALL);
}

/** Returns the mood for a prompt: the first that it names, or a random one. */
export function moodFor(prompt: string, random: RandomSource): Mood {
  const name = firstNamed(prompt, MOOD_WORDS);
  return MOODS.find((mood) => mood.name === name) ?? random.pick(MOODS);
}

function firstNamed<Meaning>(
  prompt: string,
  words: readonly (readonly [words: RegExp, meaning: Meaning])[],
): Meaning | undefined {
  const found = words
    .map(([pattern, meaning]) => ({ at: prompt.search(pattern), meaning }))
    .filter(({ at }) => at !== -1)
    .toSorted((a, b) => a.at - b.at);
  return found[0]?.meaning;
}
