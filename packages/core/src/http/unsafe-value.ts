import type { RequestIssue } from '../errors.ts';

/** Levels of nesting that a body may have. */
export const DEEPEST = 64;

/**
 * The first thing in a parsed body that must not go further in, or undefined. Also for bodies that
 * a host's own parser read, which knows none of our limits.
 */
export function unsafeValue(body: unknown): RequestIssue | undefined {
  const waiting: { value: unknown; path: string; depth: number }[] = [
    { value: body, path: '', depth: 0 },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, path, depth } = next;
    const problem = typeof value === 'object' ? undefined : scalarProblem(value);
    if (problem !== undefined) return issue(path, problem);
    if (typeof value !== 'object' || value === null) continue;
    if (depth === DEEPEST) return issue(path, `is more than ${DEEPEST} levels deep`);
    for (const [key, member] of Object.entries(value)) {
      const inner = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
      const name = key === '__proto__' ? 'is no name for a member' : scalarProblem(key);
      if (name !== undefined) return issue(JSON.stringify(inner), name);
      waiting.push({ value: member, path: inner, depth: depth + 1 });
    }
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

function issue(path: string, sentence: string): RequestIssue {
  const place = path === '' ? 'body' : path;
  return { path: place, message: `${place} ${sentence}` };
}
