import { decodeSegment } from './router.ts';

/**
 * Returns the paths that a server which is lenient about spelling may read a path as: decoded as often
 * as it is encoded, without empty segments, and of each segment without what follows `;`, `?` or `#`
 * and without blanks and dots at its end; as it is, and in lower case.
 */
export function plainPaths(path: string): readonly string[] {
  const segments = path.split('/').map(decoded).join('/').split('/').map(plain);
  const whole = `/${segments.filter((segment) => segment !== '').join('/')}`;
  return [whole, whole.toLowerCase()];
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
