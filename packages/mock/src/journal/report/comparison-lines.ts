import type { Compared, Comparison } from './comparison.ts';
import { requestLine } from '../request-text.ts';
import { shown, shownApart } from '../shown.ts';

/** Returns a request, and below it a tick or a cross for each criterion. */
export function comparisonLines({ entry, criteria, transcript }: Comparison): readonly string[] {
  const lines = [...criteria.flatMap(criterionLines), ...transcript];
  return [requestLine(entry), ...lines.map((line) => `  ${line}`)];
}

function criterionLines(criterion: Compared): readonly string[] {
  const { path, passed, wanted, actual, isDescribed, absence } = criterion;
  const name = path.join('.');
  if (passed) return [`✓ ${name} ${shown(actual, 60)}`];
  const [expected, got] =
    typeof wanted === 'string' && typeof actual === 'string' && !isDescribed
      ? shownApart(wanted, actual)
      : [isDescribed ? String(wanted) : shown(wanted), shown(actual)];
  const why = actual === undefined && absence !== undefined ? `; ${absence}` : '';
  const hidden = expected === got ? ' (they differ in what is not shown)' : '';
  return [`✗ ${name}`, `    expected  ${expected}`, `    got       ${got}${why}${hidden}`];
}
