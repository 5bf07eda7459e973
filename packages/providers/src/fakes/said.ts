import { listOf, textOf } from '../http/fields.ts';

/** What the models of fakes think, where they do. */
export const THOUGHT = 'The user has said something.';

/** Returns a text in the pieces in which it is streamed. */
export function piecesOf(text: unknown): readonly string[] {
  return textOf(text)?.match(/.{1,4}/gsu) ?? [];
}

/** Returns as much of a text as a limit of tokens lets a model say: each piece is one. */
export function upTo(limit: unknown, text: string): { text: string; isCut: boolean } {
  const pieces = piecesOf(text);
  const isCut = typeof limit === 'number' && limit < pieces.length;
  return { text: isCut ? pieces.slice(0, limit).join('') : text, isCut };
}

/** Returns the text that the user said last; `content` is the name of what a turn says. */
export function lastWords(turns: unknown, content = 'content'): string {
  if (typeof turns === 'string') return turns;
  const said = listOf(turns)
    .filter(({ role }) => role === 'user')
    .map((turn) => wordsIn(turn[content]));
  return said.findLast((words) => words !== '') ?? '';
}

function wordsIn(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map(({ text }) => textOf(text) ?? '')
    .join('');
}
