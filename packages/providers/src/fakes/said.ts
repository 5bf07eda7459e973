import { listOf, textOf } from '../http/fields.ts';

/** What the models of fakes think, where they do. */
export const THOUGHT = 'The user has said something.';

/** Returns a text in the pieces in which it is streamed. */
export function piecesOf(text: unknown): readonly string[] {
  return textOf(text)?.match(/.{1,4}/gsu) ?? [];
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
