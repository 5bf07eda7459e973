import { isLike, isJsonObject, didYouMean, kindOf, patternProblem } from '@model-gateway/core/kit';
import type { ChatMessage } from '@model-gateway/core/chat';
import type { Pattern, TextPattern } from '../pattern.ts';
import { isSpoken, textOf, type Conversation } from './conversation.ts';

/**
 * What a conversation has to be like. Text alone has to be in what the user said last, a RegExp has
 * to match it; of an object, all members have to hold, and plain text in them is looked for as well.
 */
export type ChatPattern = string | RegExp | ChatConditions;

/** The parts of a conversation that a pattern may be about. */
export interface ChatConditions {
  /** What the user said last. */
  readonly user?: TextPattern | undefined;
  /** The instructions. */
  readonly system?: TextPattern | undefined;
  /** The text of any message. */
  readonly anywhere?: TextPattern | undefined;
  /** The id of the model, whole. */
  readonly model?: TextPattern | undefined;
  readonly dialect?: Conversation['dialect'] | undefined;
  readonly stream?: boolean | undefined;
  /** The names of the tools that are offered; a list means exactly these. */
  readonly tools?: string | Pattern<readonly string[]> | undefined;
  /** Results of tools that end the conversation, in any order: a name, or patterns by name. */
  readonly after?: string | Readonly<Record<string, TextPattern | true>> | undefined;
  /** How often the user has spoken; 1 for the first question. */
  readonly turn?: number | undefined;
  readonly messages?: ((messages: readonly ChatMessage[]) => boolean) | undefined;
  /** Judges the estimated tokens of the input. */
  readonly tokens?: ((count: number) => boolean) | undefined;
}

type Condition = (wanted: never, conversation: Conversation) => boolean;

const CONDITIONS: { readonly [Name in keyof ChatConditions]-?: Condition } = {
  user: (wanted, { last }) => isIn(last, wanted),
  system: (wanted, { system }) => isIn(system, wanted),
  anywhere: (wanted, { messages }) => messages.some((message) => isIn(textOf(message), wanted)),
  model: (wanted, { model }) => isLike(model, wanted, 'partial'),
  dialect: (wanted, { dialect }) => dialect === wanted,
  stream: (wanted, { request }) => request.stream === wanted,
  tools: (wanted: unknown, { tools }) => {
    const names = tools.map(({ name }) => name);
    return typeof wanted === 'string' ? names.includes(wanted) : isLike(names, wanted, 'partial');
  },
  after: (wanted: NonNullable<ChatConditions['after']>, { results }) => {
    const patterns = typeof wanted === 'string' ? { [wanted]: true } : wanted;
    return Object.entries(patterns).every(([name, pattern]) => {
      const result = Object.hasOwn(results, name) ? results[name] : undefined;
      return result !== undefined && (pattern === true || isIn(result, pattern));
    });
  },
  turn: (wanted, { turn }) => turn === wanted,
  messages: (wanted: NonNullable<ChatConditions['messages']>, { messages }) => wanted(messages),
  tokens: (wanted: NonNullable<ChatConditions['tokens']>, { tokens }) => wanted(tokens),
};

// Object.keys forgets that these are the keys.
const NAMES = Object.keys(CONDITIONS) as (keyof ChatConditions)[];

/** Says what is wrong with a pattern; undefined for one that is fine. */
export function chatPatternProblem(pattern: unknown): string | undefined {
  if (typeof pattern === 'string' || pattern instanceof RegExp) return undefined;
  if (!isJsonObject(pattern)) {
    return `a pattern for conversations is text, a RegExp or an object with ${NAMES.join(', ')}, got ${kindOf(pattern)}`;
  }
  for (const [name, part] of Object.entries(pattern)) {
    if (!NAMES.some((known) => known === name)) {
      return `a pattern for conversations has ${NAMES.join(', ')}, got "${name}"${didYouMean(name, NAMES)}`;
    }
    const parts = name === 'after' && isJsonObject(part) ? Object.values(part) : [part];
    const problem = parts.map(patternProblem).find((each) => each !== undefined);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The pattern as conditions. */
export function conditionsOf(pattern: ChatPattern): ChatConditions {
  return typeof pattern === 'string' || pattern instanceof RegExp ? { user: pattern } : pattern;
}

/** Returns whether a conversation is as wanted. */
export function isConversationLike(conversation: Conversation, pattern: ChatPattern): boolean {
  return failedConditions(conversation, pattern).length === 0;
}

/** Returns the members of a pattern that do not hold. */
export function failedConditions(
  conversation: Conversation,
  pattern: ChatPattern,
): readonly (keyof ChatConditions)[] {
  const conditions = conditionsOf(pattern);
  return NAMES.filter((name) => {
    const wanted = conditions[name];
    // Each condition takes what its own member holds.
    return wanted !== undefined && !CONDITIONS[name](wanted as never, conversation);
  });
}

/**
 * Returns how many times the assistant has spoken since the last words of the user that the pattern
 * is about; undefined where the user never said them. Words of the user after those do not count,
 * because apps add their own.
 */
export function positionIn(conversation: Conversation, pattern: ChatPattern): number | undefined {
  const { user } = conditionsOf(pattern);
  const { messages } = conversation;
  const at = messages.findLastIndex(
    (message) => isSpoken(message) && (user === undefined || isIn(textOf(message), user)),
  );
  if (at === -1) return undefined;
  return messages.slice(at).filter(({ role }) => role === 'assistant').length;
}

/** Plain text is a part of what it is compared with. */
function isIn(text: string, wanted: unknown): boolean {
  return typeof wanted === 'string' ? text.includes(wanted) : isLike(text, wanted, 'partial');
}
