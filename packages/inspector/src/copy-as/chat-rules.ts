import { memberOf, textOf } from '../api/member-of.ts';
import type { RequestDetail } from '../api/types.ts';
import { endingOf, errorAtEnd } from '../streams/recorded-answer.ts';
import { answerOptions, deltaCount, type AnswerOptions } from './answer-options.ts';
import {
  isUnchecked,
  partsOfAnswer,
  partsOfMessage,
  unchecked,
  unmarked,
  type Part,
} from './answer-parts.ts';

/** Which conversations a rule is for. */
export interface ChatPattern {
  /** A part of what the user said last. */
  readonly user?: string;
  /** Tools whose results have come since. */
  readonly after?: readonly string[];
  /** How often the user has spoken, where another turn says the same. */
  readonly turn?: number;
}

/** What a rule does with them; the options have the names of TypeScript. */
export type ChatDeed =
  | { readonly word: 'answer'; readonly parts: readonly Part[]; readonly options: AnswerOptions }
  | { readonly word: 'script'; readonly steps: readonly (readonly Part[])[] }
  | ChatEvent;

/** What happens to this many requests, and then no more. */
interface ChatEvent {
  readonly word: 'fail' | 'end';
  /** A status, or the name of an ending. */
  readonly what: number | string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly times: number;
}

/** A rule for conversations. */
export interface ChatRule {
  readonly pattern: ChatPattern;
  readonly deed: ChatDeed;
}

/**
 * Returns the rules that give requests of one conversation their answers again, in the order in which
 * a test adds them: a later one is asked first. Answers come from the transcript too, so that one
 * request brings the whole exchange since the user spoke; errors and broken streams happen once each.
 */
export function chatRulesFor(requests: readonly RequestDetail[]): readonly ChatRule[] {
  const turns = new Map<number, Talk[]>();
  for (const request of requests) {
    const talk = talkIn(request);
    if (talk === undefined) continue;
    turns.set(talk.chat.turn, [...(turns.get(talk.chat.turn) ?? []), talk]);
  }
  const said = new Map([...turns].map(([turn, talks]) => [turn, talks.at(-1)?.chat.last ?? '']));
  const answers: ChatRule[] = [];
  const events: ChatRule[] = [];
  for (const [turn, talks] of turns) {
    const user = tellingPart(said.get(turn) ?? '');
    const isTwice = [...said].some(([other, text]) => other !== turn && text.includes(user));
    const pattern = { ...(user !== '' && { user }), ...(isTwice && { turn }) };
    answers.push(...answersOf(talks, pattern));
    for (const talk of talks) addEvent(events, patternOf(talk, pattern), eventOf(talk));
  }
  const latestFirst = events.toReversed();
  const isBreak = ({ deed }: ChatRule) => deed.word === 'end';
  // A stream that is to break needs an answer, so errors come before it, whichever came first.
  return [
    ...answers,
    ...latestFirst.filter(isBreak),
    ...latestFirst.filter((rule) => !isBreak(rule)),
  ];
}

/** Returns which conversations are like the one of a request; undefined if it is no conversation. */
export function chatPatternFor(request: RequestDetail): ChatPattern | undefined {
  const talk = talkIn(request);
  if (talk === undefined) return undefined;
  const user = tellingPart(talk.chat.last);
  return patternOf(talk, user === '' ? {} : { user });
}

/** A request of a conversation, and what came of it. */
interface Talk {
  readonly request: RequestDetail;
  readonly chat: NonNullable<RequestDetail['chat']>;
  /** What the model has answered since the user spoke. */
  readonly before: readonly (readonly Part[])[];
  /** The tools whose results have come since. */
  readonly after: readonly string[];
  readonly parts: readonly Part[];
  readonly ending: string | undefined;
}

function talkIn(request: RequestDetail): Talk | undefined {
  const { chat } = request;
  if (chat === null) return undefined;
  const at = chat.messages.findLastIndex(isSpoken);
  const since = chat.messages.slice(at + 1).filter(({ role }) => role === 'assistant');
  const marked = (parts: readonly Part[], position: number) =>
    request.unchecked_answers.includes(position) ? unchecked(parts) : parts;
  const before = since.map(partsOfMessage).map(marked);
  const called = before.flat().flatMap((part) => ('call' in part ? [part.call] : []));
  return {
    request,
    chat,
    before,
    after: [...new Set(called)].filter((name) => Object.hasOwn(chat.results, name)),
    parts: marked(partsOfAnswer(request), before.length),
    ending: endingOf(request),
  };
}

/** Whether the user says something; results of tools may come in their name. */
function isSpoken({ role, blocks }: Talk['chat']['messages'][number]): boolean {
  return role === 'user' && blocks.some((block) => memberOf(block, 'type') !== 'result');
}

function patternOf({ after }: Talk, pattern: ChatPattern): ChatPattern {
  return after.length === 0 ? pattern : { ...pattern, after };
}

/** The answers of one turn of the user. */
function answersOf(talks: readonly Talk[], pattern: ChatPattern): readonly ChatRule[] {
  const answered = talks.filter(({ parts }) => parts.length > 0);
  const last = answered.findLast(({ ending }) => !isBroken(ending)) ?? answered.at(-1);
  const { before } = last ?? talks.at(-1) ?? { before: [] };
  if (last === undefined) return before.length === 0 ? [] : [scriptOf(pattern, before)];
  const { parts, request, ending } = last;
  const options = answerOptions(request, parts, isBroken(ending));
  const hasOptions = Object.keys(options).length > 0;
  // A script goes on to the next step where the tool has been called, and needs no options.
  const isScript = before.length > 0 || (hasCalls(parts) && !isCallsAlone(parts));
  if (!isScript) return [{ pattern, deed: answerOf(parts, options) }];
  const isPlain = !('finish' in options) && !isBroken(ending);
  if (isPlain || !hasOptions) return [scriptOf(pattern, [...before, parts])];
  return [
    ...(before.length === 0 ? [] : [scriptOf(pattern, before)]),
    { pattern: patternOf(last, pattern), deed: answerOf(parts, options) },
  ];
}

function scriptOf(pattern: ChatPattern, steps: readonly (readonly Part[])[]): ChatRule {
  const [only = [], ...more] = steps;
  const isOne = more.length === 0 && (!hasCalls(only) || isCallsAlone(only));
  const options = only.some(isUnchecked) ? ({ unchecked: true } as const) : {};
  return { pattern, deed: isOne ? answerOf(only, options) : { word: 'script', steps } };
}

function answerOf(parts: readonly Part[], options: AnswerOptions): ChatDeed {
  return { word: 'answer', parts: unmarked(parts), options };
}

function hasCalls(parts: readonly Part[]): boolean {
  return parts.some((part) => 'call' in part);
}

/** Whether an answer is nothing but calls, of a tool each. */
export function isCallsAlone(parts: readonly Part[]): boolean {
  const names = parts.flatMap((part) => ('call' in part ? [part.call] : []));
  return names.length === parts.length && new Set(names).size === names.length;
}

function isBroken(ending: string | undefined): boolean {
  return ending !== undefined && ending !== 'done';
}

/** What went wrong with a request; undefined where all went well, and where it is the client that left. */
function eventOf({ request, parts, ending }: Talk): ChatEvent | undefined {
  const { status, response } = request;
  if (status !== null && status >= 400) {
    return { word: 'fail', what: status, options: failOptions(response), times: 1 };
  }
  if (ending === undefined || !(ending in BROKEN)) return undefined;
  const { by } = answerOptions(request, parts, true).pace ?? {};
  const error = ending === 'error-event' ? errorAtEnd(response?.chunks ?? []) : undefined;
  const { status: code, message, type } = error ?? {};
  const options = {
    afterDeltas: deltaCount(parts, by),
    ...(error !== undefined && { error: { code, message, type } }),
  };
  return { word: 'end', what: ending, options, times: 1 };
}

/** The endings that a rule makes. */
const BROKEN: Readonly<Record<string, true>> = {
  'clean-eof': true,
  abort: true,
  'error-event': true,
};

function failOptions(response: RequestDetail['response']): ChatEvent['options'] {
  const error = memberOf(response?.body, 'error');
  const message = textOf(error, 'message');
  // Messages have it beside the error.
  const metadata = memberOf(error, 'metadata') ?? memberOf(response?.body, 'metadata');
  const wait = Number(response?.headers['retry-after']);
  return {
    ...(message !== undefined && { message }),
    ...(typeof metadata === 'object' && metadata !== null && { metadata }),
    ...(wait > 0 && { retryAfter: wait }),
  };
}

/** Adds an event, to the one before it where the same happens again. */
function addEvent(events: ChatRule[], pattern: ChatPattern, deed: ChatEvent | undefined): void {
  if (deed === undefined) return;
  const last = events.at(-1);
  const before = last && 'times' in last.deed ? last.deed.times : 0;
  const again = { pattern, deed: { ...deed, times: before } };
  const isAgain = JSON.stringify(last) === JSON.stringify(again);
  if (isAgain) events.pop();
  events.push({ pattern, deed: { ...deed, times: isAgain ? before + 1 : 1 } });
}

/** Of a longer text, as much as tells it from others. */
const MOST_CHARACTERS = 80;

/** The longest line of a text without what is masked, or its beginning. */
function tellingPart(text: string): string {
  const [longest = ''] = text
    // Word by word: to look for one around a mark takes the square of a text without blanks.
    .replaceAll(/\S+/g, (word) => (word.includes('…') ? '\n' : word))
    .split('\n')
    .map((line) => line.trim())
    .toSorted((a, b) => b.length - a.length);
  const characters = Array.from(longest);
  if (characters.length <= MOST_CHARACTERS) return longest;
  const cut = characters.slice(0, MOST_CHARACTERS).join('');
  return cut.replace(/\s+\S*$/, '');
}
