import type { AnyOperation } from '../operations/operation.ts';
import { createRouter, decodeSegment } from './router.ts';

/** Finds the operation that a path may be another spelling of; undefined without one. */
export type SpellingFinder = (method: string, path: string) => AnyOperation | undefined;

/** Creates a finder of other spellings of these operations. */
export function createSpellingFinder(operations: readonly AnyOperation[]): SpellingFinder {
  const find = createRouter(
    operations.map((operation) => ({
      operation,
      method: operation.method,
      path: operation.path.toLowerCase(),
    })),
  );
  return (method, path) => find(method, plainPath(path))?.route.operation;
}

/**
 * Returns what a server which is lenient about spelling may read a path as: decoded as often as it is
 * encoded, without empty segments, of each segment without what follows `;`, `?` or `#` and without
 * blanks and dots at its end, and in lower case.
 */
function plainPath(path: string): string {
  const segments = path.split('/').map(decoded).join('/').split('/').map(plain);
  return `/${segments.filter((segment) => segment !== '').join('/')}`.toLowerCase();
}

/** As many layers as a path may have that is passed on. */
const MOST_TIMES = 4;

function decoded(segment: string): string {
  let text = segment;
  for (let times = 0; times < MOST_TIMES && text.includes('%'); times++) {
    text = decodeSegment(text) ?? text;
  }
  return text;
}

function plain(segment: string): string {
  // Looks behind, so that blanks within a segment take no quadratic time.
  return segment.replace(/[;?#].*$/s, '').replace(/(?<![\s.])[\s.]+$/, '');
}
