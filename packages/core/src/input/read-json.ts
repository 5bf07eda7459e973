import type * as v from 'valibot';
import type { BodyMemory } from '../bytes/body-memory.ts';
import { concatenate } from '../bytes/concatenate.ts';
import type { RequestIssue } from '../errors.ts';
import { placeOfJsonError } from './json-error.ts';
import { structureProblem } from './json-structure.ts';
import { cutLongTexts } from './long-texts.ts';
import { mayHoldLongNumber, parseExactly } from '../long-numbers.ts';
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
 * Reads JSON bodies that came in pieces. In `value` there may be a `LongText` where the schema has
 * `longText`, over `memory`, if it may be freed.
 */
export type PiecesReader = (
  pieces: readonly Uint8Array[],
  memory: BodyMemory | undefined,
) => JsonReading;

/**
 * Prepares reading of JSON bodies: UTF-8, at most 64 levels deep and 100,000 values. Members of
 * `schema` are read strictly: no duplicates, no `__proto__`, no number past 2^53-1, no lone
 * surrogate and no NUL. Different software reads each of these differently, which lets an attacker
 * show one system something that another did not see. Other members may contain anything, because
 * clients add members over time, some with 64-bit ids. Source: contract §1.2.
 */
export function createJsonReader(schema: v.GenericSchema): JsonReader {
  const shape = shapeOf(schema);
  return (bytes) => read([bytes], { reading: shape, parse: JSON.parse, keepsLong: false });
}

/**
 * Prepares the same for bodies in pieces, of which long texts may stay pieces. With `isExact` numbers
 * keep their digits in members that are not read, and in what the schema takes whatever it is.
 */
export function createPiecesReader(schema: v.GenericSchema, isExact = false): PiecesReader {
  const shape = shapeOf(schema);
  const parse = isExact ? parseExactly : JSON.parse;
  return (pieces, memory) => read(pieces, { reading: shape, parse, keepsLong: true, memory });
}

/** Reads a JSON body strictly, every member of it. */
export function readJson(bytes: Uint8Array): JsonReading {
  return read([bytes], { reading: 'everything', parse: JSON.parse, keepsLong: false });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

interface Way {
  readonly reading: Reading;
  readonly parse: (text: string) => unknown;
  /** Whether long texts may stay `LongText`. */
  readonly keepsLong: boolean;
  readonly memory?: BodyMemory | undefined;
}

function read(
  pieces: readonly Uint8Array[],
  { reading, parse, keepsLong, memory }: Way,
): JsonReading {
  const cut = cutLongTexts(pieces, undefined, memory);
  let json: string;
  try {
    json = utf8.decode(cut?.json ?? concatenate(pieces));
  } catch {
    return refuse('the body must be UTF-8 text');
  }
  // Nothing reads the bytes any more.
  if (cut === undefined) memory?.end();
  const structure = structureProblem(json, reading);
  if (structure !== undefined) return refuse(structure);
  // Nearly all bodies, which then need no search for what is unsafe in them.
  const isPlain = !MAY_BE_UNSAFE.test(json) && !mayHoldLongNumber(json);
  let value: unknown;
  try {
    value = isPlain ? JSON.parse(json) : parse(json);
  } catch {
    if (json.trim() === '') return refuse('a JSON body is required');
    const whole = cut === undefined ? json : utf8.decode(concatenate(pieces));
    const { line, column } = placeOfJsonError(whole);
    return refuse(`the body must be valid JSON; parsing failed at line ${line}, column ${column}`);
  }
  if (!isPlain) {
    const issue = unsafeValue(value, reading);
    if (issue !== undefined) return { ok: false, issue };
    if (MAY_NAME_PROTO.test(json)) dropProto(value);
  }
  return { ok: true, value: cut?.restore(value, keepsLong ? reading : 'nothing') ?? value };
}

/** Names may be written with escapes. */
const MAY_NAME_PROTO = /__proto__|\\u/;

/**
 * Matches all JSON in which `unsafeValue` may find something other than a long number, once UTF-8 and
 * structure are checked: refused names, and escapes, which NUL and lone surrogates need.
 */
const MAY_BE_UNSAFE = /proto|constructor|\\u/;

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
