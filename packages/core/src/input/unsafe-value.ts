import type { RequestIssue } from '../errors.ts';
import type { Path } from './schema-shape.ts';
import { isLongNumber } from '../long-numbers.ts';
import { itemsOf, mayBeLong, memberOf, type Reading } from './strict-reading.ts';

/** Levels of nesting that a body may have. */
export const DEEPEST = 64;
/** Far above any request of this API, and far below what would block a process. */
export const MOST_VALUES = 100_000;
/** Per object that is read: engines are many times slower with wide objects. */
export const MOST_MEMBERS = 1000;
export const TOO_MANY_MEMBERS = `an object in the body may have at most ${MOST_MEMBERS} members`;

/**
 * Returns the first unsafe value in a parsed body, or undefined: NUL, a lone surrogate, a number
 * past 2^53-1, a name that changes what an object is. Members that are not read may contain any of
 * these. Also checks bodies from a host's parser, which does not know our limits. Source: contract
 * §1.2.
 */
export function unsafeValue(body: unknown, reading: Reading): RequestIssue | undefined {
  const path: (string | number)[] = [];
  let values = 1;
  return problemIn(body, reading);

  function problemIn(value: unknown, strictness: Reading): RequestIssue | undefined {
    if (typeof value !== 'object' || value === null) {
      return strictness === 'nothing' ? undefined : issueAt(path, scalarProblem(value));
    }
    if (isLongNumber(value)) {
      return mayBeLong(strictness) ? undefined : issueAt(path, TOO_LONG_A_NUMBER);
    }
    if (path.length === DEEPEST) return issueAt([], `may be at most ${DEEPEST} levels deep`);
    if (Array.isArray(value)) {
      if (!hasRoomFor(value.length)) return TOO_MANY;
      const inside = itemsOf(strictness);
      for (let position = 0; position < value.length; position++) {
        path.push(position);
        const problem = problemIn(value[position], inside);
        if (problem !== undefined) return problem;
        path.pop();
      }
      return undefined;
    }
    // An object has members of any name.
    const members = value as Readonly<Record<string, unknown>>;
    const names = Object.keys(members);
    if (!hasRoomFor(names.length)) return TOO_MANY;
    let read = 0;
    for (const name of names) {
      const inside = memberOf(strictness, name);
      path.push(name);
      const isRead = inside !== 'nothing';
      if (isRead && ++read > MOST_MEMBERS) return { path: 'body', message: TOO_MANY_MEMBERS };
      const problem =
        (isRead ? issueAt(path, nameProblem(name, strictness)) : undefined) ??
        problemIn(members[name], inside);
      if (problem !== undefined) return problem;
      path.pop();
    }
    return undefined;
  }

  function hasRoomFor(members: number): boolean {
    values += Math.max(0, members - 1);
    return values <= MOST_VALUES + 1;
  }
}

const TOO_MANY = issueAt([], `may hold at most ${MOST_VALUES} values`);

/** Schemas drop these from records, and no member may vanish silently. */
const FORBIDDEN_IN_RECORDS = new Set(['__proto__', 'constructor', 'prototype']);

function nameProblem(name: string, reading: Reading): string | undefined {
  const isRecord = typeof reading === 'object' && reading.kind === 'record';
  const isForbidden = isRecord ? FORBIDDEN_IN_RECORDS.has(name) : name === '__proto__';
  return isForbidden ? 'is not allowed as the name of a member' : scalarProblem(name);
}

const TOO_LONG_A_NUMBER = 'must be a number between -(2^53-1) and 2^53-1';

function scalarProblem(value: unknown): string | undefined {
  if (typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) {
    return TOO_LONG_A_NUMBER;
  }
  if (typeof value !== 'string') return undefined;
  if (value.includes('\0')) return 'must not hold the character NUL';
  if (!value.isWellFormed()) return 'must not hold half of a surrogate pair';
  return undefined;
}

/** Paths are only formatted for refused values, since a body may contain 100,000 values. */
function issueAt(path: Path, sentence: string | undefined): RequestIssue | undefined {
  if (sentence === undefined) return undefined;
  if (path.length === 0) return { path: 'body', message: `the body ${sentence}` };
  const place = inWords(path);
  return { path: place, message: `${place} ${sentence}` };
}

const LONGEST_PATH = 200;

/** Returns a path that is safe to show: without unsafe characters, and shortened. */
function inWords(path: Path): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
  return text.replace(/^\./, '').slice(0, LONGEST_PATH).toWellFormed().replaceAll('\0', '');
}
