/**
 * What a piece of a streamed answer is; a number is that many characters, a list has the characters of
 * each piece, the last of which takes the rest.
 */
export type Cut = 'word' | 'token' | 'character' | number | readonly number[];

/** The whole text as one piece; it has as many tokens as its words. */
export const UNCUT = Infinity;

/** Arguments of calls are cut without regard to JSON, so that clients have to join them. */
export const ARGUMENT_CHARACTERS = 12;

const PATTERNS = {
  word: /\s*\S+\s*/gu,
  token: /\s*(?:[\p{L}\p{N}]{1,4}|\S)\s*$|\s*(?:[\p{L}\p{N}]{1,4}|\S)/gu,
} as const;

/** Cuts a text; the pieces together are the text. */
export function piecesOf(text: string, cut: Cut): readonly string[] {
  if (text === '') return [];
  if (cut === 'word' || cut === 'token') {
    // Blanks alone are a piece; to look for the word behind each of them takes their square.
    return (/\S/.test(text) ? text.match(PATTERNS[cut]) : undefined) ?? [text];
  }
  if (cut === UNCUT) return [text];
  const characters = Array.from(text);
  const lengthOf = (position: number) => {
    if (typeof cut !== 'object') return cut === 'character' ? 1 : cut;
    return position < cut.length - 1 ? (cut[position] ?? 1) : Infinity;
  };
  const pieces: string[] = [];
  for (let at = 0; at < characters.length;) {
    const end = at + Math.max(1, Math.floor(lengthOf(pieces.length)));
    pieces.push(characters.slice(at, end).join(''));
    at = end;
  }
  return pieces;
}
