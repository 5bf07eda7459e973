import { memberOf } from '../api/member-of.ts';
import type { RequestDetail } from '../api/types.ts';
import { RecordedAnswer } from '../streams/recorded-answer.ts';
import { isUnchecked, textOfPart, type Part } from './answer-parts.ts';

/** How an answer is given, in the words of rules. */
export interface AnswerOptions {
  readonly finish?: 'stop' | 'length' | 'tool_calls' | 'content_filter';
  readonly pace?: Pace;
  readonly usage?: Readonly<Record<string, number>>;
  readonly unchecked?: true;
}

interface Pace {
  /** Left out for words. */
  readonly by?: number | readonly number[];
  readonly first?: string;
  readonly every?: string;
}

/** Arguments of calls come in pieces of this many characters. */
const ARGUMENT_CHARACTERS = 12;
const WORDS = /\s*\S+\s*/gu;

/** Returns what an answer needs beside its parts to come as it came. */
export function answerOptions(
  request: RequestDetail,
  parts: readonly Part[],
  isBroken: boolean,
): AnswerOptions {
  const finish = isBroken ? undefined : finishOf(request, parts);
  const pace = paceOf(request, parts, isBroken);
  const usage = usageOf(request);
  return {
    ...(finish !== undefined && { finish }),
    ...(pace !== undefined && { pace }),
    ...(usage !== undefined && { usage }),
    ...(parts.some(isUnchecked) && { unchecked: true }),
  };
}

/** How many deltas a stream of these parts has. */
export function deltaCount(parts: readonly Part[], by: Pace['by']): number {
  return parts.reduce((sum, part) => sum + piecesOf(part, by), 0);
}

function piecesOf(part: Part, by: Pace['by']): number {
  if (!('call' in part)) return countOf(textOfPart(part) ?? '', by);
  const text = typeof part.args === 'string' ? part.args : JSON.stringify(part.args);
  return Math.ceil(Array.from(text).length / ARGUMENT_CHARACTERS);
}

function countOf(text: string, by: Pace['by']): number {
  if (by === undefined) return wordsOf(text).length;
  const { length } = Array.from(text);
  return typeof by === 'number' ? Math.ceil(length / by) : Math.min(length, by.length);
}

/** As a rule cuts it; blanks alone are a piece. */
function wordsOf(text: string): readonly string[] {
  // To look for the word behind each of many blanks takes their square.
  return (/\S/.test(text) ? text.match(WORDS) : undefined) ?? (text === '' ? [] : [text]);
}

/** Why the model stopped, where that does not follow from the parts. */
function finishOf(
  { answer, response }: RequestDetail,
  parts: readonly Part[],
): AnswerOptions['finish'] {
  const told = answer?.finish;
  if (told == null || parts.some((part) => 'refuse' in part)) return undefined;
  const isCut = parts.some((part) => 'call' in part && typeof part.args === 'string');
  if (['length', 'max_tokens'].includes(told)) return isCut ? undefined : 'length';
  if (told === 'content_filter') return told;
  if (told !== 'incomplete' || isCut) return undefined;
  const last = response?.chunks?.map(({ data }) => memberOf(data, 'response')).at(-1);
  const details = memberOf(response?.body ?? last, 'incomplete_details');
  return memberOf(details, 'reason') === 'content_filter' ? 'content_filter' : 'length';
}

/** Counts that do not follow from the request were made up by a rule. */
function usageOf({ usage, chat }: RequestDetail): AnswerOptions['usage'] {
  if (usage === null || chat === null || usage.input === chat.tokens) return undefined;
  const { input, output, cached, reasoning } = usage;
  return {
    input,
    output,
    ...(cached > 0 && { cached }),
    ...(reasoning > 0 && { reasoning }),
  };
}

/** Less between two pieces, and before the first, is how long the machine took. */
const LEAST_MS = 10;
/** More would fill the screen. */
const MOST_PIECES = 60;

/** How a stream said it; undefined for words that came as fast as they could. */
function paceOf(
  { operation, response }: RequestDetail,
  parts: readonly Part[],
  isBroken: boolean,
): Pace | undefined {
  const chunks = response?.chunks;
  if (chunks == null || operation === null) return undefined;
  const heard = new RecordedAnswer(operation, chunks).at(chunks.length);
  const times = heard?.deltas.map((event) => chunks[event]?.at_ms ?? 0) ?? [];
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  const [first = 0] = times;
  const every = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  const pieces = heard?.pieces.map(({ text }) => text) ?? [];
  const isTimed = every >= LEAST_MS;
  if (!isTimed && !isBroken) return undefined;
  const by = cutOf(pieces, parts);
  const pace = {
    ...(by !== undefined && { by }),
    ...(isTimed && first >= LEAST_MS && { first: `${Math.round(first)}ms` }),
    ...(isTimed && { every: `${Math.round(every)}ms` }),
  };
  return Object.keys(pace).length === 0 ? undefined : pace;
}

/** The lengths of pieces that are not words, where a rule can say them. */
function cutOf(pieces: readonly string[], parts: readonly Part[]): Pace['by'] {
  const texts = parts.flatMap((part) => textOfPart(part) ?? []);
  const words = texts.flatMap(wordsOf);
  if (JSON.stringify(words) === JSON.stringify(pieces)) return undefined;
  const lengths = pieces.map((piece) => Array.from(piece).length);
  const [first = 0, last = 0] = [lengths[0], lengths.at(-1)];
  const isEven = lengths.slice(0, -1).every((length) => length === first) && last <= first;
  if (isEven && first > 0) return first;
  return texts.length === 1 && lengths.length <= MOST_PIECES ? lengths : undefined;
}
