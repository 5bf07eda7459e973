/**
 * Returns `; did you mean "image"?` for a word that is close to one of `known`, else `''`: the end
 * of a message about an unknown word.
 */
export function didYouMean(given: string, known: Iterable<string>): string {
  const word = nearestWord(given, known);
  return word === undefined ? '' : `; did you mean "${word}"?`;
}

/** A request may bring thousands of names, and a hint must not cost more than its request. */
const MOST_COMPARED = 200;
const LONGEST_WORD = 200;

/**
 * Returns the nearest of `known`, ignoring case, when at most a third of the letters and at most
 * three differ; undefined when none is that close. Compares 200 words of a like length, and none
 * for a word of more than 200 letters.
 */
export function nearestWord(given: string, known: Iterable<string>): string | undefined {
  if (given.length > LONGEST_WORD) return undefined;
  let best: string | undefined;
  let compared = 0;
  let fewest = Math.min(3, Math.floor((given.length + 1) / 3)) + 1;
  for (const word of known) {
    // Skips texts whose length alone rules them out, however long they are.
    if (Math.abs(word.length - given.length) >= fewest) continue;
    if (++compared > MOST_COMPARED) break;
    const edits = editsBetween(given.toLowerCase(), word.toLowerCase());
    if (edits >= fewest) continue;
    fewest = edits;
    best = word;
  }
  return best;
}

/**
 * Counts the letters to add, drop, replace or swap with their neighbour, each letter at most once.
 */
function editsBetween(from: string, to: string): number {
  let twoBack: readonly number[] = [];
  let back = Array.from({ length: to.length + 1 }, (_, count) => count);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = at(back, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const swaps = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = swaps ? at(twoBack, j - 2) + 1 : Infinity;
      row.push(Math.min(at(back, j) + 1, at(row, j - 1) + 1, replaced, swapped));
    }
    twoBack = back;
    back = row;
  }
  return at(back, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
