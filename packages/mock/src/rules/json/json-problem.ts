import type { BaseIssue } from 'valibot';

type Issue = BaseIssue<unknown>;

/** The first thing that is wrong, as a sentence that begins with the place. */
export function problemOf([issue]: readonly [Issue, ...Issue[]]): string {
  const inner = nearest(issue);
  const places = inner === issue ? [issue] : [issue, inner];
  const path = places.flatMap((each) => (each.path ?? []).map(({ key }) => String(key)));
  const got = inner.message.startsWith('must') ? `, got ${shown(inner.input)}` : '';
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

const LONGEST = 80;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}
