import { kindOf, quoteValue, shorten } from '@model-gateway/core/kit';
import {
  conditionsOf,
  failedConditions,
  type ChatConditions,
  type ChatPattern,
} from './chat-pattern.ts';
import { textOf, type Conversation } from './conversation.ts';

/** What a conversation has in the place of a condition, as people read it. */
const PLACES: { readonly [Name in keyof ChatConditions]-?: (c: Conversation) => unknown } = {
  user: ({ last }) => last,
  system: ({ system }) => system,
  anywhere: ({ messages }) => messages.map(textOf).join(' '),
  model: ({ model }) => model,
  dialect: ({ dialect }) => dialect,
  stream: ({ request }) => request.stream,
  tools: ({ tools }) => tools.map(({ name }) => name),
  after: ({ results }) => results,
  turn: ({ turn }) => turn,
  messages: ({ messages }) => `${messages.length} messages`,
  tokens: ({ tokens }) => tokens,
};

/** Returns what a conversation has in the place of each condition. */
export function placesOf(conversation: Conversation): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(PLACES).map(([name, placeIn]) => [name, placeIn(conversation)]),
  );
}

/** Says why a conversation is not like a pattern; undefined where it is. */
export function mismatchOf(conversation: Conversation, pattern: ChatPattern): string | undefined {
  const conditions = conditionsOf(pattern);
  const reasons = failedConditions(conversation, pattern).map((name) => {
    const wanted: unknown = conditions[name];
    const got = PLACES[name](conversation);
    if (isOfAnotherCase(got, wanted)) {
      return `${name} has ${quoteValue(wanted)} in another case, and case matters`;
    }
    return `${name} is ${said(got)}, expected ${said(wanted)}`;
  });
  return reasons.length === 0 ? undefined : reasons.join('; ');
}

function isOfAnotherCase(got: unknown, wanted: unknown): boolean {
  if (typeof got !== 'string' || typeof wanted !== 'string') return false;
  return got.toLowerCase().includes(wanted.toLowerCase());
}

function said(value: unknown): string {
  if (value instanceof RegExp) return String(value);
  if (typeof value === 'function') return kindOf(value);
  return shorten(JSON.stringify(value), 100);
}
