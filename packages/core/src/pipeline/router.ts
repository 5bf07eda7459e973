import { match, parse, type MatchFunction } from 'path-to-regexp';

/** The parts of an operation that a router needs. */
export interface Routable {
  readonly method: string;
  readonly path: string;
}

/** A route that matches a request. */
export interface RouteMatch<Route> {
  readonly route: Route;
  /** Path parameters, still percent-encoded where they hold a malformed escape. */
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the operation of a method and path; undefined when none matches. */
export type Router<Route> = (method: string, path: string) => RouteMatch<Route> | undefined;

const NO_PARAMS: Readonly<Record<string, string>> = {};

/**
 * Creates a router: case-sensitive, no trailing slash, HEAD wherever GET is. Paths without
 * parameters are looked up; the others go through path-to-regexp. Source: contract §1.6.
 */
export function createRouter<Route extends Routable>(routes: readonly Route[]): Router<Route> {
  const fixed = new Map<string, Map<string, Route>>();
  const open: { route: Route; find: MatchFunction<Params> }[] = [];
  for (const route of routes) {
    if (!/[:*{]/.test(route.path)) {
      const ofMethod = fixed.get(route.method);
      if (ofMethod === undefined) fixed.set(route.method, new Map([[route.path, route]]));
      else ofMethod.set(route.path, route);
    } else open.push({ route, find: matcherOf(route.path) });
  }

  return (givenMethod, givenPath) => {
    const method = givenMethod === 'HEAD' ? 'GET' : givenMethod;
    const path = givenPath.includes('%') ? normalise(givenPath) : givenPath;
    const route = fixed.get(method)?.get(path);
    if (route !== undefined) return { route, params: NO_PARAMS };
    for (const candidate of open) {
      if (candidate.route.method !== method) continue;
      const found = candidate.find(path);
      // Our patterns have only required parameters, so every value is a string.
      if (found) return { route: candidate.route, params: found.params as Record<string, string> };
    }
    return undefined;
  };
}

type Params = Partial<Record<string, string>>;

/**
 * Parsed at once, which throws for an invalid pattern, and compiled with the first path to compare,
 * so that a process starts sooner.
 */
function matcherOf(pattern: string): MatchFunction<Params> {
  const parsed = parse(pattern);
  let find: MatchFunction<Params> | undefined;
  // `decode: false`: path-to-regexp throws on a malformed escape, which becomes a 400 later.
  const options = { sensitive: true, trailing: false, decode: false } as const;
  return (path) => (find ??= match<Params>(parsed, options))(path);
}

/** `/mod%65ls` is `/models`; a segment with a malformed escape stays as it is. */
function normalise(path: string): string {
  return path
    .split('/')
    .map((segment) => {
      const text = decodeSegment(segment);
      // A lone surrogate cannot be encoded again; no request over HTTP contains one.
      return text?.isWellFormed() === true ? encodeURIComponent(text) : segment;
    })
    .join('/');
}

/** Decodes the percent-escapes of a path segment once; undefined when one is malformed. */
export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
