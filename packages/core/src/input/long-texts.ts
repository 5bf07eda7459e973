import { addAll } from '../add-all.ts';
import type { BodyMemory } from '../bytes/body-memory.ts';
import { ByteRope } from '../bytes/byte-rope.ts';
import { concatenate } from '../bytes/concatenate.ts';
import { encodeText } from '../bytes/encode-text.ts';
import { standsAsItIs } from '../bytes/is-base64.ts';
import { LongText } from '../bytes/long-text.ts';
import { nativeBuffer } from '../bytes/native-buffer.ts';
import { chosenShape } from './chosen-shape.ts';
import { takesLongText } from './long-text-schema.ts';
import { itemsOf, memberOf, type Reading } from './strict-reading.ts';

/** From this length on a text is worth looking at by itself. */
const LONG_TEXT = 16 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
/** Every byte up to it that may stand between the tokens of JSON is a blank. */
const SPACE = 0x20;

/** JSON without some of its texts. */
interface Cut {
  readonly json: Uint8Array;
  /**
   * Puts the texts back into what was parsed, in place: as `LongText` where the schema takes one, else
   * as strings.
   */
  restore(parsed: unknown, reading: Reading): unknown;
}

/** Bytes between two quotes, which are not part of it. */
interface Run {
  readonly start: number;
  readonly end: number;
  /** From here to the end no byte needs an escape. */
  readonly denseFrom: number;
}

/**
 * Cuts long texts such as data URLs out of JSON, so that megabytes need not be decoded as UTF-8 and
 * parsed. Returns undefined if no text is that long. Leaves texts that a parser would change or refuse,
 * such as those with escapes. `longText` is the length from which a text is cut, `memory` that of the
 * bytes, if it may be freed.
 */
export function cutLongTexts(
  pieces: readonly Uint8Array[],
  longText = LONG_TEXT,
  memory?: BodyMemory,
): Cut | undefined {
  if (nativeBuffer === undefined || lengthOf(pieces) < longText) return undefined;
  const bytes = new ByteRope(pieces);
  // Random, so that no text of a request can stand for another.
  const mark = crypto.randomUUID();
  const texts: LongText[] = [];
  const kept: Uint8Array[] = [];
  let from = 0;
  for (const run of longRuns(bytes, longText)) {
    if (!isValue(bytes, run)) continue;
    if (!standsAsItIs(bytes.slice(run.start, run.denseFrom))) continue;
    const number = texts.push(new LongText(bytes.slice(run.start, run.end), memory)) - 1;
    addAll(kept, bytes.slice(from, run.start));
    kept.push(encodeText(`${mark}${number}`));
    from = run.end;
  }
  if (texts.length === 0) return undefined;
  addAll(kept, bytes.slice(from));
  const isMark = (value: unknown) => typeof value === 'string' && value.startsWith(mark);
  const textOf = (value: unknown) => texts[Number(String(value).slice(mark.length))];
  return {
    json: concatenate(kept),
    restore(parsed, reading) {
      let isKept = false;
      const whole = replaced(parsed, isMark, (value, way) => {
        const text = textOf(value);
        if (text === undefined) return value;
        if (!takesLongText(readingOf(way, reading))) return text.toString();
        isKept = true;
        return text;
      });
      // Nothing reads the bytes any more.
      if (!isKept) memory?.end();
      return whole;
    },
  };
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  let length = 0;
  for (const { byteLength } of pieces) length += byteLength;
  return length;
}

/**
 * Finds what is long and has no quote in it, without looking at each quote. Where its end is looked for
 * many bytes at once, the same look shows whether one of them needs an escape.
 */
function* longRuns(json: ByteRope, longText: number): Generator<Run> {
  // A text that is long has no quote in at least one of these.
  const block = longText / 2;
  for (let at = 0; at < json.byteLength;) {
    if (json.indexOf(QUOTE, at, at + block) !== -1) {
      at += block;
      continue;
    }
    const dense = json.endOfDense(at);
    const isEnd = json.at(dense) === QUOTE;
    const end = isEnd ? dense : json.indexOf(QUOTE, dense);
    if (end === -1) return;
    const start = json.lastIndexOf(QUOTE, at) + 1;
    if (start > 0 && end - start >= longText) yield { start, end, denseFrom: isEnd ? at : end };
    at = end + 1;
  }
}

/**
 * Returns whether a run, if no byte of it needs an escape, is all of a text and not the name of a
 * member. What stands between two texts ends with a bracket, a comma, a colon or a blank.
 */
function isValue(json: ByteRope, { start, end }: Run): boolean {
  if (json.at(start - 2) === BACKSLASH || !isOfBase64(json.at(end - 1) ?? SPACE)) return false;
  let next = end + 1;
  while ((json.at(next) ?? COLON) <= SPACE) next++;
  return json.at(next) !== COLON;
}

/** Of either alphabet. */
function isOfBase64(byte: number): boolean {
  return /[A-Za-z0-9+/=_-]/.test(String.fromCharCode(byte));
}

/** Returns a value with strings in place of every `LongText`, changed in place. */
export function withStrings(value: unknown): unknown {
  return replaced(value, (member) => member instanceof LongText, String);
}

/** A member of an object or list on the way to a value. */
interface Step {
  readonly members: object;
  /** Its position among them. */
  at: number;
  /** Of the members, once one is asked for. */
  names?: readonly string[];
}

/**
 * Replaces those values of what a parser made, however deep, in place, that `isWanted`; `replace` is
 * called with the way to each.
 */
function replaced(
  value: unknown,
  isWanted: (value: unknown) => boolean,
  replace: (value: unknown, way: readonly Step[]) => unknown,
  way: Step[] = [],
): unknown {
  if (isWanted(value)) return replace(value, way);
  if (typeof value !== 'object' || value === null || value instanceof LongText) return value;
  // Names are looked up only where something is replaced: to read members by theirs takes longer.
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  const step: Step = { members: value, at: 0 };
  way.push(step);
  for (; step.at < members.length; step.at++) {
    const member = members[step.at];
    // Most are.
    if (typeof member !== 'object' && !isWanted(member)) continue;
    const whole = replaced(member, isWanted, replace, way);
    if (whole !== member) Reflect.set(value, nameOf(step), whole);
  }
  way.pop();
  return value;
}

function nameOf(step: Step): string {
  if (Array.isArray(step.members)) return String(step.at);
  // Once for all members: there may be a million beside a thousand long texts.
  step.names ??= Object.keys(step.members);
  return step.names[step.at] ?? '';
}

/** Returns how the value at the end of a way is judged. */
function readingOf(way: readonly Step[], whole: Reading): Reading {
  let reading = whole;
  for (const step of way) {
    const { members } = step;
    if (typeof reading === 'object' && reading.kind === 'choice') {
      reading = chosenShape(reading, members) ?? 'nothing';
    }
    reading = Array.isArray(members) ? itemsOf(reading) : memberOf(reading, nameOf(step));
  }
  return reading;
}
