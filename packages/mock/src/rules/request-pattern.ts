import { didYouMean } from '@model-gateway/core/kit';
import { diagnostic } from '../diagnostics.ts';
import type { AnyOperation, BodyOf, ParamsOf, QueryOf } from './operation-types.ts';
import { isLike, type Pattern, type TextPattern } from './pattern.ts';
import type { RuleContext } from './rule-context.ts';

/** What a request has to be like for a rule to apply. What is left out may be anything. */
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

const MEMBERS = ['body', 'query', 'params', 'headers'];

/** Throws when a pattern has a member that does not exist, which would never be looked at. */
export function checkRequestPattern(pattern: object): void {
  const stray = Object.keys(pattern).find((name) => !MEMBERS.includes(name));
  if (stray === undefined) return;
  throw diagnostic(
    'GW1204',
    `where() takes ${MEMBERS.join(', ')}, got "${stray}"${didYouMean(stray, MEMBERS)}`,
  );
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
    (body === undefined || isLike(await json(), body))
  );
}

/** Whether one of the values of a parameter is as wanted, or its absence is. */
export function isQueryLike(search: URLSearchParams, name: string, wanted: unknown): boolean {
  const texts = search.getAll(name);
  if (texts.length === 0) return isTextLike(undefined, wanted);
  return texts.some((text) => isTextLike(text, wanted));
}

/** Whether text of the URL or of a header, or its absence, is as wanted. */
export function isTextLike(text: string | undefined, wanted: unknown): boolean {
  const isPlain = typeof wanted === 'number' || typeof wanted === 'boolean';
  return isLike(text, isPlain ? String(wanted) : wanted);
}
