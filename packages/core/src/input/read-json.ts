import type * as v from 'valibot';
import type { RequestIssue } from '../errors.ts';
import { placeOfJsonError } from './json-error.ts';
import { structureProblem } from './json-structure.ts';
import { cutLongTexts } from './long-texts.ts';
import { parseExactly } from '../long-numbers.ts';
import { shapeOf } from './schema-shape.ts';
import type { Reading } from './strict-reading.ts';
import { unsafeValue } from './unsafe-value.ts';

/** A parsed body, or what is wrong with it. */
export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issue: RequestIssue };

/** Reads JSON bodies. `value` has no member `__proto__` at any depth. */
export type JsonReader = (bytes: Uint8Array) => JsonReading;

/**
 * Prepares reading of JSON bodies: UTF-8, at most 64 levels deep and 100,000 values. Members of
 * `schema` are read strictly: no duplicates, no `__proto__`, no number past 2^53-1, no lone
 * surrogate and no NUL. Different software reads each of these differently, which lets an attacker
 * show one system something that another did not see. Other members may contain anything, because
 * clients add members over time, some with 64-bit ids. With `isExact` numbers keep their digits in
 * those, and in what the schema takes whatever it is. Source: contract §1.2.
 */
export function createJsonReader(schema: v.GenericSchema, isExact = false): JsonReader {
  const shape = shapeOf(schema);
  return (bytes) => read(bytes, shape, isExact ? parseExactly : JSON.parse);
}

/** Reads a JSON body strictly, every member of it. */
export function readJson(bytes: Uint8Array): JsonReading {
  return read(bytes, 'everything', JSON.parse);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function read(bytes: Uint8Array, reading: Reading, parse: (text: string) => unknown): JsonReading {
  const cut = cutLongTexts(bytes);
  let json: string;
  try {
    json = utf8.decode(cut?.json ?? bytes);
  } catch {
    return refuse('the body must be UTF-8 text');
  }
  const structure = structureProblem(json, reading);
  if (structure !== undefined) return refuse(structure);
  let value: unknown;
  try {
    value = parse(json);
  } catch {
    if (json.trim() === '') return refuse('a JSON body is required');
    const { line, column } = placeOfJsonError(cut === undefined ? json : utf8.decode(bytes));
    return refuse(`the body must be valid JSON; parsing failed at line ${line}, column ${column}`);
  }
  const issue = unsafeValue(value, reading);
  if (issue !== undefined) return { ok: false, issue };
  if (MAY_NAME_PROTO.test(json)) dropProto(value);
  return { ok: true, value: cut === undefined ? value : cut.restore(value) };
}

/** Names may be written with escapes. */
const MAY_NAME_PROTO = /__proto__|\\u/;

/**
 * Removes `__proto__` from members that are not read, at every depth, so that copying them is safe.
 */
function dropProto(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  for (const member of Object.values(value)) dropProto(member);
}

function refuse(message: string): JsonReading {
  return { ok: false, issue: { path: 'body', message } };
}
