import * as v from 'valibot';
import { ModelSchema } from '../resources/model.ts';
import { ModelSignalsSchema, type CatalogEntry } from './entry.ts';

/**
 * Something in stored data that this version does not know. It is kept and served, except members
 * of `default_parameters`, where the contract allows no others.
 */
export interface CatalogReport {
  /** Where: `architecture.tokenizer`, or `signals.regions`. */
  readonly path: string;
  /** The unknown value, or undefined when the member itself is unknown. */
  readonly value: string | undefined;
  /** How many models have it. */
  readonly count: number;
  /** The id of the first of them. */
  readonly example: string;
}

/** Thrown when stored data is no catalog. The message names the place and what was expected. */
export class CatalogError extends Error {
  /** For example `data[17].pricing.prompt`. */
  readonly path: string;

  constructor(path: string, message: string) {
    super(`${path}: ${message}`);
    this.name = 'CatalogError';
    this.path = path;
  }
}

/**
 * Checks every entry against the wire schema: a missing member or a wrong type is refused, an
 * unknown name or value is reported once and kept. Source: decisions §3.11.
 * Duplicate ids are refused, because the second could never be asked for.
 */
export function checkCatalog(entries: readonly CatalogEntry[]): CatalogReport[] {
  const findings = new Findings();
  const ids = new Map<string, number>();
  entries.forEach(({ model, signals }, position) => {
    const place = `data[${position}]`;
    checkOne(ModelSchema, model, place, '', model?.id, findings);
    const first = ids.get(model.id);
    if (first !== undefined) {
      throw new CatalogError(`${place}.id`, `"${model.id}" is the id of data[${first}] already`);
    }
    ids.set(model.id, position);
    checkOne(ModelSignalsSchema, signals, `signals["${model.id}"]`, 'signals.', model.id, findings);
  });
  return findings.reports();
}

function checkOne(
  schema: v.GenericSchema,
  value: unknown,
  place: string,
  prefix: string,
  example: string,
  findings: Findings,
): void {
  const found = new Map<string, Finding>();
  const add = (path: string, word?: string) =>
    void found.set(JSON.stringify([path, word]), { path: prefix + path, value: word });

  for (const issue of v.safeParse(schema, value).issues ?? []) {
    const keys = issue.path?.map(({ key }) => key) ?? [];
    if (isUnknownMember(issue)) continue;
    if (!isUnknownWord(issue)) {
      throw new CatalogError(place + keys.map(step).join(''), explain(issue));
    }
    add(keys.filter((key) => typeof key === 'string').join('.'), issue.input);
  }
  for (const path of unknownMembers(schema, value, place, '')) add(path);
  for (const finding of found.values()) findings.add(finding, example);
}

/** A word of an enumeration that we do not know; anything but text there is a wrong type. */
function isUnknownWord(
  issue: v.BaseIssue<unknown>,
): issue is v.BaseIssue<unknown> & { readonly input: string } {
  return issue.type === 'picklist' && typeof issue.input === 'string';
}

/** A member more than a strict object has; `unknownMembers` finds all of them, and valibot one. */
function isUnknownMember({ type, expected }: v.BaseIssue<unknown>): boolean {
  return type === 'strict_object' && expected === 'never';
}

function explain(issue: v.BaseIssue<unknown>): string {
  return issue.expected === null
    ? issue.message
    : `expected ${issue.expected}, got ${issue.received}`;
}

function step(key: unknown): string {
  return typeof key === 'number' ? `[${key}]` : `.${String(key)}`;
}

/**
 * Paths of members that the schema does not name, list positions left out. Throws for a list where
 * an object belongs, which valibot takes for an object whose names are positions.
 */
function* unknownMembers(
  schema: unknown,
  value: unknown,
  place: string,
  path: string,
): Generator<string> {
  const inner = unwrap(schema);
  if (Array.isArray(value)) {
    if (!('item' in inner)) throw new CatalogError(place, 'expected Object, got Array');
    for (const [i, item] of value.entries()) {
      yield* unknownMembers(inner.item, item, `${place}[${i}]`, path);
    }
    return;
  }
  if (!('entries' in inner) || typeof value !== 'object' || value === null) return;
  // Every valibot schema with `entries` is an object schema, whose entries are schemas.
  const entries = inner.entries as Record<string, unknown>;
  for (const [key, member] of Object.entries(value)) {
    const memberPath = path === '' ? key : `${path}.${key}`;
    if (Object.hasOwn(entries, key)) {
      yield* unknownMembers(entries[key], member, `${place}.${key}`, memberPath);
    } else yield memberPath;
  }
}

function unwrap(schema: unknown): Record<string, unknown> {
  // Only called with valibot schemas, which are plain objects.
  let current = schema as Record<string, unknown>;
  while ('wrapped' in current) current = current['wrapped'] as Record<string, unknown>;
  return current;
}

type Finding = Pick<CatalogReport, 'path' | 'value'>;

/** What is unknown in all models, each thing once with the number of models that have it. */
class Findings {
  readonly #found = new Map<
    string,
    { -readonly [Key in keyof CatalogReport]: CatalogReport[Key] }
  >();

  add({ path, value }: Finding, example: string): void {
    const key = JSON.stringify([path, value]);
    const known = this.#found.get(key);
    if (known === undefined) this.#found.set(key, { path, value, count: 1, example });
    else known.count++;
  }

  reports(): CatalogReport[] {
    return [...this.#found.values()];
  }
}
