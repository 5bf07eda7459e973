import { criteriaOf, type Criterion, type JournalPattern } from '../criteria.ts';
import { toEntry } from '../to-entry.ts';
import type { JournalEntry } from '../../journal-entry.ts';
import { readKeptBody } from '../kept-body.ts';
import { mapMembers, redactMembers, type Redaction } from '../redaction.ts';
import type { RequestRecord } from '../request-record.ts';

/** A criterion beside the actual value. Neither holds a secret. */
export interface Compared extends Criterion {
  readonly wanted: unknown;
  /** Whether `wanted` is the text of a RegExp or a function, and no value. */
  readonly isDescribed: boolean;
  readonly actual: unknown;
  /** Why there is nothing, where that is known. */
  readonly absence: string | undefined;
}

/** A request beside the criteria. */
export interface Comparison {
  readonly entry: JournalEntry;
  readonly criteria: readonly Compared[];
}

export function compare(
  record: RequestRecord,
  patterns: readonly JournalPattern[],
  redaction: Redaction,
): Comparison {
  const entry = toEntry(record, redaction);
  const actual = { ...entry, params: redactMembers(redaction, record.params) };
  const reading = readKeptBody(record.body);
  const criteria = patterns.flatMap((pattern) => {
    const wanted = redactedPattern(pattern, redaction);
    return criteriaOf(record, pattern).map((criterion): Compared => {
      const { path } = criterion;
      // Header names are case-insensitive.
      const place = path[0] === 'headers' ? path.map((name) => name.toLowerCase()) : path;
      const raw = at(pattern, path);
      const isBodyMissing = path[0] === 'body' && reading.kind === 'nothing';
      return {
        ...criterion,
        wanted: at(wanted, path),
        isDescribed: raw instanceof RegExp || typeof raw === 'function',
        actual: at(actual, place),
        absence: isBodyMissing ? `the body ${reading.why}` : membersBeside(actual, place),
      };
    });
  });
  return { entry, criteria };
}

/** Two trees that differ exactly where a criterion is not met: what test runners show as a diff. */
export function differenceOf(criteria: readonly Compared[]): {
  readonly expected: unknown;
  readonly actual: unknown;
} {
  const expected = {};
  const actual = {};
  for (const { path, passed, wanted, actual: came } of criteria) {
    put(expected, path, wanted);
    put(actual, path, passed ? wanted : came);
  }
  return { expected, actual };
}

/** The pattern as JSON without secrets: a RegExp or a function becomes its text. */
function redactedPattern(pattern: JournalPattern, redaction: Redaction): object {
  return mapMembers({ ...pattern }, (name, value) => {
    const plain = described(value);
    const isByName = name === 'headers' || name === 'query' || name === 'params';
    if (isByName && isObject(plain)) return redactMembers(redaction, plain);
    return redaction.named(name, plain);
  });
}

function described(pattern: unknown): unknown {
  if (pattern instanceof RegExp || typeof pattern === 'function') return String(pattern);
  if (Array.isArray(pattern)) return pattern.map(described);
  return isObject(pattern) ? mapMembers(pattern, (_, member) => described(member)) : pattern;
}

/** Returns the members in the place where the expected one is missing, to show a mistyped name. */
function membersBeside(root: unknown, path: readonly string[]): string | undefined {
  const parent = at(root, path.slice(0, -1));
  if (path.length < 2 || !isObject(parent)) return undefined;
  const names = Object.keys(parent);
  return names.length === 0 ? undefined : `there is ${names.slice(0, 12).join(', ')}`;
}

function at(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((parent, name) => {
    return isObject(parent) && Object.hasOwn(parent, name) ? parent[name] : undefined;
  }, root);
}

function put(root: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name, ...rest] = path;
  if (name === undefined) return;
  if (rest.length === 0) {
    root[name] = value;
    return;
  }
  const below: Record<string, unknown> = {};
  const known = root[name];
  const child = isObject(known) ? known : below;
  root[name] = child;
  put(child, rest, value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
