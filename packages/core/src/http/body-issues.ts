import type * as v from 'valibot';
import type { RequestIssue } from '../errors.ts';
import { describeSchema, isArray, unwrap } from './describe-schema.ts';
import { kindOf, quote } from './quote.ts';

/**
 * Every problem of a body, a sentence for each: where, what is allowed, what was given. Values of
 * members named in `secrets` are never repeated, only their kind.
 */
export function bodyIssues(
  issues: readonly v.BaseIssue<unknown>[],
  schema: v.GenericSchema,
  secrets: readonly string[],
): RequestIssue[] {
  const found = new Map<string, RequestIssue>();
  for (const issue of issues) {
    const keys = (issue.path ?? []).map(({ key }) => key);
    const path = keys.map(step).join('').replace(/^\./, '') || 'body';
    if (found.has(path)) continue;
    // A body that is no object may be a secret in the wrong place.
    const isSecret = keys.length === 0 || secrets.includes(String(keys[0]));
    found.set(path, { path, message: sentence(path, issue, schemaAt(schema, keys), isSecret) });
  }
  return [...found.values()];
}

function sentence(
  path: string,
  issue: v.BaseIssue<unknown>,
  schema: v.GenericSchema | undefined,
  isSecret: boolean,
): string {
  if (issue.type === 'never') return `${path} ${issue.message}`;
  const allowed =
    schema === undefined ? (issue.expected ?? 'something else') : describeSchema(schema);
  if (issue.input === undefined) return `${path} is required: ${allowed}`;
  if (issue.type === 'regex') return `${path}: ${issue.message}`;
  const given =
    isSecret || typeof issue.input === 'object' ? kindOf(issue.input) : quote(issue.input);
  return `${path} must be ${allowed}, got ${given}`;
}

/** The schema of the member at a path, as far as the schema names it. */
function schemaAt(schema: v.GenericSchema, keys: readonly unknown[]): v.GenericSchema | undefined {
  let current: v.GenericSchema | undefined = unwrap(schema);
  for (const key of keys) {
    if (current === undefined) return undefined;
    const next: v.GenericSchema | undefined = isArray(current)
      ? current.item
      : entriesOf(current)?.[String(key)];
    current = next === undefined ? undefined : unwrap(next);
  }
  return current;
}

function entriesOf(schema: v.GenericSchema): Readonly<Record<string, v.GenericSchema>> | undefined {
  // Every valibot schema with `entries` is an object schema, whose entries are schemas.
  return 'entries' in schema
    ? (schema.entries as Readonly<Record<string, v.GenericSchema>>)
    : undefined;
}

function step(key: unknown): string {
  return typeof key === 'number' ? `[${key}]` : `.${String(key)}`;
}
