import * as v from 'valibot';
import type { RequestIssue } from '../errors.ts';
import { describeSchema, isArray, isPicklist, unwrap } from './describe-schema.ts';
import { kindOf, quote } from './quote.ts';
import { createStrayFinder } from './stray-members.ts';

/** A body as its schema has it, or everything that is wrong with it. */
export type BodyReading =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly issues: readonly RequestIssue[] };

export interface BodyCheckOptions {
  readonly schema: v.GenericSchema;
  /** Members whose values are never repeated, only their kind. */
  readonly secrets: readonly string[];
  /**
   * Refuses members that the schema does not name, which the contract lets pass. A sentence about
   * an unknown name or word ends with what this says of it: "; did you mean …?".
   */
  readonly strict?: ((given: string, known: readonly string[]) => string) | undefined;
}

/**
 * Prepares checking of bodies: every problem at once, a sentence for each, with where, what is
 * allowed and what was given.
 */
export function createBodyCheck({
  schema,
  secrets,
  strict,
}: BodyCheckOptions): (value: unknown) => BodyReading {
  const findStray = createStrayFinder(schema);

  return (value) => {
    const found = new Map<string, RequestIssue>();
    findStray(value, {
      member(keys) {
        if (strict === undefined) return;
        const path = textOf(keys);
        const known = Object.keys(entriesOf(schemaAt(schema, keys.slice(0, -1)) ?? schema) ?? {});
        const hint = strict(String(keys.at(-1)), known) || `: there are ${known.join(', ')}`;
        found.set(path, { path, message: `${path} is unknown${hint}` });
      },
      list(keys) {
        const path = textOf(keys);
        const allowed = describeSchema(schemaAt(schema, keys) ?? schema);
        found.set(path, { path, message: `${path} must be ${allowed}, got a list` });
      },
    });
    const lists = [...found.keys()];
    const result = v.safeParse(schema, value);
    for (const issue of result.issues ?? []) {
      const keys = (issue.path ?? []).map(({ key }) => key);
      const path = textOf(keys);
      // What a list lacks of an object says nothing more.
      if (found.has(path) || lists.some((list) => isInside(path, list))) continue;
      // A body that is no object may be a secret in the wrong place.
      const isSecret = keys.length === 0 || secrets.includes(String(keys[0]));
      const expected = schemaAt(schema, keys);
      const message = sentence(path, issue, expected, isSecret);
      const hint = isSecret ? '' : hintOf(issue.input, expected, strict);
      found.set(path, { path, message: message + hint });
    }
    if (found.size > 0) return { ok: false, issues: [...found.values()] };
    return { ok: true, body: result.output };
  };
}

const WHOLE_BODY = 'body';
/** Names in records are the client's, and are not repeated at any length. */
const LONGEST_NAME = 80;

function textOf(keys: readonly unknown[]): string {
  return keys.map(step).join('').replace(/^\./, '') || WHOLE_BODY;
}

function isInside(path: string, outer: string): boolean {
  return outer === WHOLE_BODY || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
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

/** What `strict` says of a word that is none of a list. */
function hintOf(
  given: unknown,
  schema: v.GenericSchema | undefined,
  strict: BodyCheckOptions['strict'],
): string {
  if (typeof given !== 'string' || schema === undefined || !isPicklist(schema)) return '';
  return strict?.(given, schema.options) ?? '';
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
  return typeof key === 'number' ? `[${key}]` : `.${String(key).slice(0, LONGEST_NAME)}`;
}
