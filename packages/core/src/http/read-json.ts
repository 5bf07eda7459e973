import type { RequestIssue } from '../errors.ts';
import { placeOfJsonError } from './json-error.ts';
import { DEEPEST, unsafeValue } from './unsafe-value.ts';

/** Far above any request of this API, and far below what would hold up a process. */
const MOST_VALUES = 100_000;

export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issue: RequestIssue };

/**
 * Reads a JSON body strictly: UTF-8, at most 64 levels deep, no member twice, no `__proto__`, no
 * number past 2^53-1, no half surrogate pair and no NUL. Each of these is read differently by
 * different software, which is how one system is made to see what another did not.
 */
export function readJson(bytes: Uint8Array): JsonReading {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('the body must be UTF-8 text');
  }
  // Before parsing, because a body of 32 MiB of brackets would cost a gigabyte once parsed.
  const structure = structureProblem(text);
  if (structure !== undefined) return refuse(structure);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (text.trim() === '') return refuse('a JSON body is required');
    const { line, column } = placeOfJsonError(text);
    return refuse(`the body must be valid JSON; it is not at line ${line}, column ${column}`);
  }
  const issue = unsafeValue(value);
  return issue === undefined ? { ok: true, value } : { ok: false, issue };
}

function refuse(message: string): JsonReading {
  return { ok: false, issue: { path: 'body', message } };
}

/** What is wrong with the nesting or the member names of a JSON text; it need not be valid. */
function structureProblem(text: string): string | undefined {
  /** Per open bracket: the member names of an object, or null for an array. */
  const open: (Set<string> | null)[] = [];
  let expectsName = false;
  let values = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text[i]) {
      case '{':
      case '[':
        if (open.length === DEEPEST) return `the body may be at most ${DEEPEST} levels deep`;
        open.push(text[i] === '{' ? new Set() : null);
        expectsName = text[i] === '{';
        break;
      case '}':
      case ']':
        open.pop();
        expectsName = false;
        break;
      case ',':
        if (++values > MOST_VALUES) return `the body may hold at most ${MOST_VALUES} values`;
        expectsName = open.at(-1) instanceof Set;
        break;
      case '"': {
        const end = endOfString(text, i);
        const names = open.at(-1);
        if (expectsName && names) {
          const name = nameOf(text.slice(i, end + 1));
          if (names.has(name)) return `the member ${JSON.stringify(name)} is there twice`;
          names.add(name);
        }
        expectsName = false;
        i = end;
        break;
      }
      default:
    }
  }
  return undefined;
}

/** The position of the quote that closes the string opened at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** A member name without its quotes and escapes; as it stands when it is no valid string. */
function nameOf(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal;
  }
}
