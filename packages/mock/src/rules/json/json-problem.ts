import { shorten } from '@model-gateway/core/kit';
import type { BaseIssue } from 'valibot';

type Issue = BaseIssue<unknown>;

/** The first thing that is wrong, as a sentence that begins with the place. */
export function problemOf([issue]: readonly [Issue, ...Issue[]]): string {
  const inner = nearest(issue);
  const places = inner === issue ? [issue] : [issue, inner];
  const path = places.flatMap((each) => (each.path ?? []).map(({ key }) => String(key)));
  const got = inner.message.startsWith('must')
    ? `, got ${shorten(JSON.stringify(inner.input) ?? String(inner.input))}`
    : '';
  return `${path.join('.') || 'it'} ${inner.message}${got}`;
}

/**
 * Returns, of the forms that a value may have, the one that was probably meant: the one with a
 * mistake inside.
 */
function nearest(issue: Issue): Issue {
  const { issues = [] } = issue;
  return issues.find(({ path }) => path !== undefined) ?? issues[0] ?? issue;
}
