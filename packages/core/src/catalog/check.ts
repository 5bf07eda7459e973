import * as v from 'valibot';
import { ModelSchema } from '../resources/model.ts';
import { ModelSignalsSchema, type CatalogEntry } from './entry.ts';
import { createStrayFinder } from '../http/stray-members.ts';
import type { Path } from '../http/schema-shape.ts';

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

const MODEL = { schema: ModelSchema, findStray: createStrayFinder(ModelSchema) };
const SIGNALS = { schema: ModelSignalsSchema, findStray: createStrayFinder(ModelSignalsSchema) };

/**
 * Checks every entry against the wire schema: a missing member or a wrong type is refused, an
 * unknown name or value is reported once and kept. Source: contract §3.11.
 * Duplicate ids are refused, because the second could never be asked for.
 */
export function checkCatalog(entries: readonly CatalogEntry[]): CatalogReport[] {
  const findings = new Findings();
  const ids = new Map<string, number>();
  entries.forEach(({ model, signals }, position) => {
    checkOne(MODEL, model, () => `data[${position}]`, '', model?.id, findings);
    const first = ids.get(model.id);
    if (first !== undefined) {
      throw new CatalogError(
        `data[${position}].id`,
        `"${model.id}" is the id of data[${first}] already`,
      );
    }
    ids.set(model.id, position);
    checkOne(SIGNALS, signals, () => `signals["${model.id}"]`, 'signals.', model.id, findings);
  });
  return findings.reports();
}

function checkOne(
  { schema, findStray }: typeof MODEL | typeof SIGNALS,
  value: unknown,
  place: () => string,
  prefix: string,
  example: string,
  findings: Findings,
): void {
  let found: Map<string, Finding> | undefined;
  const add = (path: Path, word?: string) => {
    const finding = { path: prefix + namesOf(path), value: word };
    (found ??= new Map()).set(JSON.stringify([finding.path, word]), finding);
  };
  const refuse = (path: Path, message: string) => {
    throw new CatalogError(place() + path.map(step).join(''), message);
  };

  // Before the schema's own check, which would take a list for an object.
  findStray(value, {
    member: (path) => add(path),
    list: (path) => refuse(path, 'expected Object, got Array'),
  });
  for (const issue of v.safeParse(schema, value).issues ?? []) {
    // Paths in our schemas are names and positions.
    const path = (issue.path?.map(({ key }) => key) ?? []) as Path;
    if (isUnknownWord(issue)) add(path, issue.input);
    else if (!isUnknownMember(issue)) refuse(path, explain(issue));
  }
  for (const finding of found?.values() ?? []) findings.add(finding, example);
}

/** A path as it is the same for all models: without positions. */
function namesOf(path: Path): string {
  return path.filter((key) => typeof key === 'string').join('.');
}

/** A word of an enumeration that we do not know; anything but text there is a wrong type. */
function isUnknownWord(
  issue: v.BaseIssue<unknown>,
): issue is v.BaseIssue<unknown> & { readonly input: string } {
  return issue.type === 'picklist' && typeof issue.input === 'string';
}

/** A member more than a strict object has; the stray finder names all of them, valibot one. */
function isUnknownMember({ type, expected }: v.BaseIssue<unknown>): boolean {
  return type === 'strict_object' && expected === 'never';
}

function explain(issue: v.BaseIssue<unknown>): string {
  return issue.expected === null
    ? issue.message
    : `expected ${issue.expected}, got ${issue.received}`;
}

function step(key: string | number): string {
  return typeof key === 'number' ? `[${key}]` : `.${key}`;
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
