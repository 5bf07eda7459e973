import type { AnyOperation as Definition } from '@model-gateway/core';
import {
  createUnknownMemberFinder,
  didYouMean,
  oncePerObject,
  shorten,
  type UnknownMemberFinder,
} from '@model-gateway/core/kit';
import { readKeptBody, type KeptBody } from './kept-body.ts';

/** More of them say no more. */
const MOST = 10;
const LONGEST_NAME = 60;

/**
 * Returns the parts of a request that the gateway does not know and so ignores, each with the name
 * probably meant: `query parameter "limti"; did you mean "limit"?`, `body member
 * "provider.orders"…`. A body that was not read or not kept has none. Source: contract §1.2, §11.1.
 */
export function unknownParts(
  operation: Definition | undefined,
  search: string,
  body: KeptBody,
): readonly string[] {
  // Of a route nothing is known, so nothing is unknown.
  if (operation === undefined) return NONE;
  const { parameters, findUnknown } = partsOf(operation);
  const found: string[] = [];
  let more = 0;
  const add = (part: string, name: string, known: Iterable<string>, last = name) => {
    if (found.length === MOST) more++;
    else
      found.push(
        `${part} ${JSON.stringify(shorten(name, LONGEST_NAME))}${didYouMean(last, known)}`,
      );
  };
  if (search.length > 1) {
    for (const name of new Set(new URLSearchParams(search).keys())) {
      if (!parameters.includes(name)) add('query parameter', name, parameters);
    }
  }
  const reading = findUnknown && readKeptBody(body);
  if (reading?.kind === 'json') {
    findUnknown?.(reading.value, {
      member: (path, known) => add('body member', pathText(path), known, String(path.at(-1))),
      // That is an error of its own.
      list: () => {},
    });
  }
  // Shared by most requests, which the journal keeps.
  if (found.length === 0) return NONE;
  return more === 0 ? found : [...found, `${more} more`];
}

const NONE: readonly string[] = [];

/** Returns the value of the header `x-mock-hint`, in ASCII; empty when there is nothing to say. */
export function hintOf({
  unknown,
  adjusted,
}: Readonly<Record<'unknown' | 'adjusted', readonly string[]>>): string {
  // Of most requests.
  if (unknown.length === 0 && adjusted.length === 0) return '';
  const said = [
    ...(unknown.length === 0 ? [] : [`unknown and ignored: ${unknown.join(', ')}`]),
    ...(adjusted.length === 0 ? [] : [`adjusted: ${adjusted.join(', ')}`]),
  ];
  return said
    .join('; ')
    .replaceAll(
      /[^\x20-\x7e]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}

interface Parts {
  readonly parameters: readonly string[];
  /** Undefined for an operation without a body. */
  readonly findUnknown: UnknownMemberFinder | undefined;
}

const partsOf = oncePerObject(({ query, body }: Definition): Parts => ({
  parameters: Object.keys(query.entries),
  findUnknown: body && createUnknownMemberFinder(body.schema),
}));

/** `input_references[0].url` */
function pathText(path: readonly (string | number)[]): string {
  return path
    .map((key, depth) => (typeof key === 'number' ? `[${key}]` : `${depth === 0 ? '' : '.'}${key}`))
    .join('');
}
