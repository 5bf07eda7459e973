import {
  didYouMean,
  isJsonObject,
  isLike,
  matcherIn,
  patternProblem,
} from '@model-gateway/core/kit';
import { diagnostic } from '../diagnostics.ts';
import type { AnyOperation, BodyOf, ParamsOf, QueryOf } from './operation-types.ts';
import type { Pattern, TextPattern } from './pattern.ts';
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
}

/** `undefined` for what must be absent. */
type TextPatterns<Name extends string> = { readonly [Key in Name]?: TextPattern | undefined };

/** A pattern for whichever operation. */
export interface AnyRequestPattern {
  readonly body?: unknown;
  readonly query?: TextPatterns<string> | undefined;
  readonly params?: TextPatterns<string> | undefined;
  readonly headers?: TextPatterns<string> | undefined;
}

const BY_NAME = ['query', 'params', 'headers'];
const MEMBERS = ['body', 'query', 'params', 'headers'];

/** Throws when a pattern has a member that does not exist, which would never be looked at. */
export function checkRequestPattern(pattern: object): void {
  const unknown = Object.keys(pattern).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) {
    throw diagnostic(
      'GW1204',
      `where() takes ${MEMBERS.join(', ')}, got "${unknown}"${didYouMean(unknown, MEMBERS)}`,
    );
  }
  const problem = problemOfParts(pattern);
  if (problem !== undefined) throw diagnostic('GW1204', `in where(), ${problem}`);
}

/** Says what is wrong with a matcher in one of the parts of a pattern, whose own names are fixed. */
export function problemOfParts(pattern: object): string | undefined {
  for (const [name, part] of Object.entries(pattern)) {
    // The members of these are names, whatever they are called.
    const patterns = BY_NAME.includes(name) && isJsonObject(part) ? Object.values(part) : [part];
    const problem = patterns.map(patternProblem).find((each) => each !== undefined);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

export async function matchesRequest(
  { request, params: ofPath, json }: RuleContext,
  { body, query = {}, params = {}, headers = {} }: AnyRequestPattern,
): Promise<boolean> {
  const search = new URLSearchParams(request.search);
  return (
    Object.entries(headers).every(([name, wanted]) =>
      isTextLike(request.headers[name.toLowerCase()], wanted),
    ) &&
    Object.entries(params).every(([name, wanted]) => isTextLike(ofPath[name], wanted)) &&
    Object.entries(query).every(([name, wanted]) => isQueryLike(search, name, wanted)) &&
    (body === undefined || isLike(await json(), body, 'partial'))
  );
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
