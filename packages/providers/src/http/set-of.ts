/** Returns the set of the words of a text. */
export function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
