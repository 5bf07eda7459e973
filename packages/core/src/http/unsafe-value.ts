import type { RequestIssue } from '../errors.ts';

/** Levels of nesting that a body may have. */
export const DEEPEST = 64;

/**
 * The first thing in a parsed body that must not go further in, or undefined. Also for bodies that
 * a host's own parser read, which knows none of our limits.
 */
export function unsafeValue(body: unknown): RequestIssue | undefined {
  return problemIn(body, []);
}

/** Paths are only put in words for what is refused, since bodies may hold 100,000 values. */
function problemIn(value: unknown, path: string[]): RequestIssue | undefined {
  if (typeof value !== 'object' || value === null) return issue(path, scalarProblem(value));
  if (path.length === DEEPEST) return issue(path, `is more than ${DEEPEST} levels deep`);
  for (const [name, member] of Object.entries(value)) {
    path.push(Array.isArray(value) ? `[${name}]` : `.${name}`);
    const isForbidden = name === '__proto__' && 'is no name for a member';
    const problem = issue(path, isForbidden || scalarProblem(name)) ?? problemIn(member, path);
    if (problem !== undefined) return problem;
    path.pop();
  }
  return undefined;
}

function scalarProblem(value: unknown): string | undefined {
  if (typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) {
    return 'must be a number between -(2^53-1) and 2^53-1';
  }
  if (typeof value !== 'string') return undefined;
  if (value.includes('\0')) return 'must not hold the character NUL';
  if (!value.isWellFormed()) return 'must not hold half of a surrogate pair';
  return undefined;
}

function issue(path: readonly string[], sentence: string | undefined): RequestIssue | undefined {
  if (sentence === undefined) return undefined;
  const place = shortened(path.join('').replace(/^\./, '')) || 'body';
  return { path: place, message: `${place} ${sentence}` };
}

const LONGEST_PATH = 200;

/** As it can be shown: without what must not go further, and not at any length. */
function shortened(path: string): string {
  return path.slice(0, LONGEST_PATH).toWellFormed().replaceAll('\0', '');
}
