import type * as v from 'valibot';
import type { RequestIssue } from '../errors.ts';
import { placeOfJsonError } from './json-error.ts';
import { structureProblem } from './json-structure.ts';
import { shapeOf } from './schema-shape.ts';
import type { Reading } from './strict-reading.ts';
import { unsafeValue } from './unsafe-value.ts';

export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issue: RequestIssue };

/** Reads JSON bodies. `value` has no member `__proto__` anywhere. */
export type JsonReader = (bytes: Uint8Array) => JsonReading;

/**
 * Prepares reading of JSON bodies: UTF-8, at most 64 levels deep and 100,000 values. Members that
 * `schema` has are read strictly: none twice, no `__proto__`, no number past 2^53-1, no half
 * surrogate pair and no NUL. Each of these is read differently by different software, which is how
 * one system is made to see what another did not. Other members may hold anything, because clients
 * add members over time, and 64-bit ids with them. Source: contract §1.2.
 */
export function createJsonReader(schema: v.GenericSchema): JsonReader {
  const shape = shapeOf(schema);
  return (bytes) => read(bytes, shape);
}

/** Reads a JSON body of which every member is read, all of them strictly. */
export function readJson(bytes: Uint8Array): JsonReading {
  return read(bytes, 'everything');
}

function read(bytes: Uint8Array, reading: Reading): JsonReading {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('the body must be UTF-8 text');
  }
  const structure = structureProblem(text, reading);
  if (structure !== undefined) return refuse(structure);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (text.trim() === '') return refuse('a JSON body is required');
    const { line, column } = placeOfJsonError(text);
    return refuse(`the body must be valid JSON; it is not at line ${line}, column ${column}`);
  }
  const issue = unsafeValue(value, reading);
  if (issue !== undefined) return { ok: false, issue };
  if (MAY_NAME_PROTO.test(text)) dropProto(value);
  return { ok: true, value };
}

/** Names may be written with escapes. */
const MAY_NAME_PROTO = /__proto__|\\u/;

/** Takes `__proto__` out of what is not read, at every depth: whoever copies it is safe. */
function dropProto(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  for (const member of Object.values(value)) dropProto(member);
}

function refuse(message: string): JsonReading {
  return { ok: false, issue: { path: 'body', message } };
}
