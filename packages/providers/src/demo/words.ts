import { setOf } from '../http/set-of.ts';

/** A word, and how much it says. */
export interface Word {
  readonly text: string;
  readonly weight: number;
}

const WORD = /[\p{L}\p{N}]+/gu;

/** Words that stand in most texts. */
const STOP_WORDS = setOf(
  'a an and are as at be by can do does for from how i if in is it its me my of on or our so that the their then there these they this to was we what when where which who why will with you your',
);

/** Returns the words of a text, in order, without their usual English endings. */
export function wordsOf(text: string): readonly Word[] {
  const found = text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
  return found.map((word) => ({
    text: stemOf(word),
    weight: STOP_WORDS.has(word) ? STOP_WEIGHT : 1,
  }));
}

const STOP_WEIGHT = 0.1;
const ENDING = /(?:ing|ed|es|s|ly)$/;
const SHORTEST_STEM = 3;

/** Crude, and the same in every release. */
function stemOf(word: string): string {
  const stem = word.replace(ENDING, '');
  return stem.length < SHORTEST_STEM ? word : stem;
}

const TRIGRAM_WEIGHT = 0.25;
/** Of a word beyond it, the features say nothing new. */
const LONGEST_WORD = 64;

/** Yields what a word has in common with others: itself, and each three letters of it. */
export function* featuresOf({ text, weight }: Word): Generator<Word> {
  yield { text, weight };
  const framed = `_${text.slice(0, LONGEST_WORD)}_`;
  for (let at = 0; at + 3 <= framed.length; at++) {
    yield { text: `3${framed.slice(at, at + 3)}`, weight: weight * TRIGRAM_WEIGHT };
  }
}

/** Returns 32 bits of a text: FNV-1a with murmur's last steps, so that all bits depend on all. */
export function hashOf(text: string, seed = 0x811c9dc5): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
