/** Without those that make rude words of three letters. */
const CONSONANTS = 'bdfhlmnrsvw';
const VOWELS = 'aeiou';
/** Shares no factor with the numbers of letters, so that neighbouring numbers have unlike words. */
const STEP = 60_647;

/**
 * Returns a made-up word of about `length` letters: longer where there are not that many. Two
 * numbers never have the same word of one `seed`, whatever their lengths are.
 */
export function inventedWord(length: number, number: number, seed: number): string {
  const counts = Array.from({ length }, (_, place) => lettersAt(place).length);
  const words = counts.reduce((product, count) => product * count, 1);
  if (number >= words) return inventedWord(length + 1, number, seed);
  let rest = (number * STEP + seed) % words;
  return counts.reduce((word, count, place) => {
    const letter = lettersAt(place)[rest % count] ?? '';
    rest = Math.floor(rest / count);
    return word + letter;
  }, '');
}

function lettersAt(place: number): string {
  return place % 2 === 0 ? CONSONANTS : VOWELS;
}
