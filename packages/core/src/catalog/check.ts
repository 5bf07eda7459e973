import * as v from 'valibot';
import { ModelSchema } from '../resources/model.ts';
import { ModelSignalsSchema, type CatalogEntry } from '../resources/catalog-entry.ts';
import { entryProblem } from './entry-problem.ts';
import { createUnknownMemberFinder } from '../input/unknown-members.ts';
import type { Path } from '../input/schema-shape.ts';

/**
 * A member or value of stored data that this version does not know. It is kept and served, except
 * for members of `default_parameters`, where the contract allows no others.
 */
export interface CatalogReport {
  /** Its path, such as `architecture.tokenizer` or `signals.regions`. */
  readonly path: string;
  /** The unknown value, or undefined when the member itself is unknown. */
  readonly value: string | undefined;
  /** How many models have it. */
  readonly count: number;
  /** The id of the first one. */
  readonly example: string;
}

/** A place in stored data that is not as a catalog has it. */
export interface CatalogProblem {
  /** For example `data[17].pricing.prompt`. */
  readonly path: string;
  /** What was expected there, and what was found. */
  readonly message: string;
}

/** Thrown when stored data is not a catalog. The message names the first place and what was expected. */
export class CatalogError extends Error {
  /** For example `data[17].pricing.prompt`. */
  readonly path: string;
  /** Everything that is wrong, at most 100 of them, in the order of the data. */
  readonly problems: readonly CatalogProblem[];

  constructor(path: string, message: string, problems: readonly CatalogProblem[] = []) {
    super(`${path}: ${message}`);
    this.name = 'CatalogError';
    this.path = path;
    this.problems = problems.length === 0 ? [{ path, message }] : problems;
  }
}

/**
 * The number of the rules of `checkCatalog`: raised with every change of them. A store may declare
 * content `isChecked` when it was checked by rules of this number and has not changed since.
 */
export const CATALOG_RULES = 1;

/** More problems say no more. */
const MOST_PROBLEMS = 100;

const MODEL = { schema: ModelSchema, findUnknown: createUnknownMemberFinder(ModelSchema) };
const SIGNALS = {
  schema: ModelSignalsSchema,
  findUnknown: createUnknownMemberFinder(ModelSignalsSchema),
};

/**
 * Checks every entry against the wire schema: refuses a missing member or a wrong type, and reports
 * an unknown name or value once. Source: contract §3.11. Refuses duplicate ids, because the second
 * could never be requested.
 */
export function checkCatalog(entries: readonly CatalogEntry[]): CatalogReport[] {
  const findings = new Findings();
  const ids = new Map<string, number>();
  for (const [position, entry] of entries.entries()) {
    const problem = entryProblem(entry);
    if (problem !== undefined) {
      findings.refuse(`data[${position}]`, problem);
      continue;
    }
    const { model, signals } = entry;
    checkOne(MODEL, model, () => `data[${position}]`, '', model.id, findings);
    const id = model.id;
    const first = ids.get(id);
    if (first !== undefined) {
      findings.refuse(`data[${position}].id`, `"${id}" is already the id of data[${first}]`);
    }
    ids.set(id, position);
    checkOne(SIGNALS, signals, () => `signals["${id}"]`, 'signals.', id, findings);
    if (findings.problems.length >= MOST_PROBLEMS) break;
  }
  const [worst] = findings.problems;
  if (worst !== undefined) throw new CatalogError(worst.path, worst.message, findings.problems);
  return findings.reports();
}

function checkOne(
  { schema, findUnknown }: typeof MODEL | typeof SIGNALS,
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
  const refuse = (path: Path, message: string) =>
    findings.refuse(place() + path.map(step).join(''), message);

  // Before the schema's own check, which accepts a list as an object.
  findUnknown(value, {
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

/** Returns a path without positions, which is the same for all models. */
function namesOf(path: Path): string {
  return path.filter((key) => typeof key === 'string').join('.');
}

/**
 * Returns whether the issue is an unknown word of an enumeration; anything but text is a wrong
 * type.
 */
function isUnknownWord(
  issue: v.BaseIssue<unknown>,
): issue is v.BaseIssue<unknown> & { readonly input: string } {
  return issue.type === 'picklist' && typeof issue.input === 'string';
}

/**
 * Returns whether the issue is an unknown member of a strict object; the finder names all of them,
 * valibot one.
 */
function isUnknownMember({ type, expected }: v.BaseIssue<unknown>): boolean {
  return type === 'strict_object' && expected === 'never';
}

function explain(issue: v.BaseIssue<unknown>): string {
  if (issue.expected === null) return issue.message;
  if (issue.received === 'undefined') return 'missing';
  return `expected ${issue.expected}, got ${issue.received}`;
}

function step(key: string | number): string {
  return typeof key === 'number' ? `[${key}]` : `.${key}`;
}

type Finding = Pick<CatalogReport, 'path' | 'value'>;

/**
 * Unknown members and values of all models, each once with the number of models that have it, and
 * what is refused.
 */
class Findings {
  readonly problems: CatalogProblem[] = [];
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

  refuse(path: string, message: string): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push({ path, message });
  }

  reports(): CatalogReport[] {
    return [...this.#found.values()];
  }
}
