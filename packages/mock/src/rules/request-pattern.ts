import {
  didYouMean,
  isJsonObject,
  isLike,
  kindOf,
  matcherIn,
  patternProblem,
} from '@model-gateway/core/kit';
import { chatPatternProblem, isConversationLike, type ChatPattern } from '../chat/chat-pattern.ts';
import type { Conversation } from '../chat/conversation.ts';
import { diagnostic, type DiagnosticCode } from '../diagnostics.ts';
import type { AnyOperation, BodyOf, ParamsOf, QueryOf } from './operation-types.ts';
import type { Pattern, TextPattern } from '../pattern.ts';
import type { RuleContext } from './rule-context.ts';

/** A pattern for the requests of a rule. Members that are left out match anything. */
export interface RequestPattern<Operation extends AnyOperation = '*'> {
  /** The JSON body. A request with another body, or none, does not match. */
  readonly body?: Pattern<BodyOf<Operation>> | undefined;
  /** By parameter, each as it stands in the URL; one that is repeated needs one that matches. */
  readonly query?: TextPatterns<QueryOf<Operation>> | undefined;
  /** By parameter of the path. */
  readonly params?: TextPatterns<ParamsOf<Operation>> | undefined;
  /** By name, in any case. */
  readonly headers?: TextPatterns<string> | undefined;
  /** What the conversation is like. A request without one does not match. */
  readonly chat?: ChatPattern | undefined;
}

/** `undefined` for what must be absent. */
type TextPatterns<Name extends string> = { readonly [Key in Name]?: TextPattern | undefined };

/** A pattern for whichever operation. */
export interface AnyRequestPattern {
  readonly body?: unknown;
  readonly query?: TextPatterns<string> | undefined;
  readonly params?: TextPatterns<string> | undefined;
  readonly headers?: TextPatterns<string> | undefined;
  readonly chat?: ChatPattern | undefined;
}

const BY_NAME = ['query', 'params', 'headers'];
const MEMBERS = ['body', 'query', 'params', 'headers', 'chat'];

/** Throws GW1204 for what is not a pattern, and for members that would never be looked at. */
export function checkRequestPattern(pattern: unknown): void {
  checkPattern('GW1204', pattern, MEMBERS);
}

/**
 * Throws for a pattern that would match other requests than it says, above all every request: one
 * that is not an object of these members, and a function in place of an object of them.
 */
export function checkPattern(
  code: DiagnosticCode,
  pattern: unknown,
  members: readonly string[],
): void {
  const list = members.join(', ');
  if (!isJsonObject(pattern) || pattern instanceof RegExp) {
    const instead =
      typeof pattern === 'function'
        ? `: ask about a part of the request, as in where({ body: (body) => … })`
        : '';
    throw diagnostic(
      code,
      `where() takes an object with ${list}, got ${kindOf(pattern)}${instead}`,
    );
  }
  const unknown = Object.keys(pattern).find((name) => !members.includes(name));
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, members);
    throw diagnostic(code, `where() takes ${list}, got "${unknown}"${hint}`);
  }
  const problem = problemOfParts(pattern);
  if (problem !== undefined) throw diagnostic(code, `in where(), ${problem}`);
}

/** Says what is wrong in one of the parts of a pattern, whose own names are fixed. */
export function problemOfParts(pattern: object): string | undefined {
  for (const [name, part] of Object.entries(pattern)) {
    if (part === undefined) continue;
    const problem = problemOfPart(name, part);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOfPart(name: string, part: unknown): string | undefined {
  if (name === 'chat') return chatPatternProblem(part);
  return BY_NAME.includes(name) ? problemByName(name, part) : patternProblem(part);
}

/** The members of such a part are names, whatever they are called. */
function problemByName(name: string, part: unknown): string | undefined {
  if (part === undefined) return undefined;
  if (isJsonObject(part) && !(part instanceof RegExp)) {
    return Object.values(part)
      .map(patternProblem)
      .find((each) => each !== undefined);
  }
  return (
    `${name} takes an object of patterns by name, got ${kindOf(part)}: ` +
    `write ${name}: { ${EXAMPLES[name] ?? 'name: pattern'} }`
  );
}

const EXAMPLES: Readonly<Record<string, string>> = {
  query: "limit: '10'",
  params: "id: 'abc'",
  headers: "'x-title': 'my app'",
};

export async function matchesRequest(
  { request, params: ofPath, json, conversation }: RuleContext,
  { body, query = {}, params = {}, headers = {}, chat }: AnyRequestPattern,
): Promise<boolean> {
  const search = new URLSearchParams(request.search);
  return (
    Object.entries(headers).every(([name, wanted]) =>
      isTextLike(request.headers[name.toLowerCase()], wanted),
    ) &&
    Object.entries(params).every(([name, wanted]) => isTextLike(ofPath[name], wanted)) &&
    Object.entries(query).every(([name, wanted]) => isQueryLike(search, name, wanted)) &&
    (body === undefined || isLike(await json(), body, 'partial')) &&
    (chat === undefined || isTalkLike(await conversation(), chat))
  );
}

function isTalkLike(conversation: Conversation | undefined, pattern: ChatPattern): boolean {
  return conversation !== undefined && isConversationLike(conversation, pattern);
}

/** Returns whether one of the values of a parameter is as wanted, or its absence is. */
export function isQueryLike(search: URLSearchParams, name: string, wanted: unknown): boolean {
  const texts = search.getAll(name);
  if (texts.length === 0) return isTextLike(undefined, wanted);
  return texts.some((text) => isTextLike(text, wanted));
}

/** Returns whether text of the URL or of a header, or its absence, is as wanted. */
export function isTextLike(text: string | undefined, wanted: unknown): boolean {
  return isLike(text, withTexts(wanted), 'partial');
}

/** The pattern with its plain values as texts, which is what they are compared with. */
function withTexts(wanted: unknown): unknown {
  if (typeof wanted === 'number' || typeof wanted === 'boolean') return String(wanted);
  const { name, argument } = matcherIn(wanted) ?? {};
  if (name === 'equals') return { equals: withTexts(argument) };
  if (name === 'oneOf' && Array.isArray(argument)) return { oneOf: argument.map(withTexts) };
  return wanted;
}
