import type { Metadata } from '../view/view.ts';

const VARIABLES = ['prefix', 'date', 'year', 'month', 'day', 'apiKeyName'] as const;

/** Says what is wrong with a path template; undefined when nothing is. */
export function templateProblem(template: string): string | undefined {
  const known: readonly string[] = VARIABLES;
  const unknown = [...template.matchAll(/\{([^}]*)\}/g)].some(
    ([, name = '']) => !known.includes(name),
  );
  if (!unknown) return undefined;
  return `must be a path with no variables but ${VARIABLES.map((name) => `{${name}}`).join(' ')}`;
}

/**
 * Returns the key of a trace's object, percent-encoded: the filled-in template, then
 * `<trace id>-<milliseconds>.json`. The same at every retry. No part is empty, `.` or `..`, whatever
 * a key or a prefix is called.
 */
export function objectKey(
  { traceId, startedAt, keyName }: Metadata,
  { template, prefix }: { readonly template: string; readonly prefix: string },
): string {
  const date = new Date(startedAt).toISOString().slice(0, 10);
  const [year = '', month = '', day = ''] = date.split('-');
  // The name of a key is not part of the path's structure; a prefix may be.
  const values = { prefix, date, year, month, day, apiKeyName: keyName.replaceAll('/', '_') };
  const path = template.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    // The template has no other variables.
    Object.hasOwn(values, name) ? values[name as keyof typeof values] : whole,
  );
  const parts = [...path.split('/'), `${traceId}-${startedAt}.json`];
  return parts
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .map(encoded)
    .join('/');
}

/** Strict, because a signature is computed over the strict form: RFC 3986 §2.3. */
function encoded(part: string): string {
  return encodeURIComponent(part.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
