import { diagnostic } from '../../diagnostics.ts';
import type { AnyOperation } from '../operation-types.ts';
import { problemOfParts, type RequestPattern } from '../request-pattern.ts';

/** A pattern for requests that came as JSON, as it is. Throws GW1210 for an invalid matcher. */
export function requestPatternFromJson(where: object): RequestPattern<AnyOperation> {
  const problem = problemOfParts(where);
  if (problem !== undefined) throw diagnostic('GW1210', problem);
  // A schema checked its members; whatever they hold, requests are compared with it.
  return where;
}
