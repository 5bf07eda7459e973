import { encodeText } from '../bytes/encode-text.ts';
import { concatenate } from '../bytes/concatenate.ts';
import { isBase64 } from '../bytes/is-base64.ts';
import { asNative, nativeBuffer } from '../bytes/native-buffer.ts';

/** From this length on a text is worth looking at by itself. */
const LONG_TEXT = 16 * 1024;

/** A text that is long has no quote in at least one of these. */
const BLOCK = LONG_TEXT / 2;

/** What may stand before base64 in a data URL. */
const LONGEST_PREFIX = 256;
const PLAIN = /^[ !#-[\]-~]*$/;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
/** Every byte up to it that may stand between the tokens of JSON is a blank. */
const SPACE = 0x20;

/** JSON without some of its texts. */
interface Cut {
  readonly json: Uint8Array;
  /** Puts the texts back into what was parsed, in place. */
  restore(parsed: unknown): unknown;
}

/** Bytes between two quotes, which are not part of it. */
interface Run {
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts long base64 out of JSON, so that nobody decodes megabytes of it as UTF-8 and searches them for
 * quotes: data URLs of images. Undefined where no text is that long. Texts of which a parser would
 * make something else than what stands there, or refuse it, stay.
 */
export function cutLongTexts(bytes: Uint8Array): Cut | undefined {
  if (nativeBuffer === undefined || bytes.byteLength < LONG_TEXT) return undefined;
  const json = asNative(bytes);
  // Random, so that no text of a request can stand for another.
  const mark = crypto.randomUUID();
  const texts: string[] = [];
  const kept: Uint8Array[] = [];
  let from = 0;
  for (const { start, end } of longRuns(json)) {
    if (!isValue(json, { start, end })) continue;
    const { buffer, byteOffset } = json;
    const text = nativeBuffer.from(buffer, byteOffset + start, end - start).toString('latin1');
    if (!isPlain(text)) continue;
    kept.push(json.subarray(from, start), encodeText(`${mark}${texts.push(text) - 1}`));
    from = end;
  }
  if (texts.length === 0) return undefined;
  kept.push(json.subarray(from));
  return { json: concatenate(kept), restore: (parsed) => restored(parsed, mark, texts) };
}

/** Finds what is long and has no quote in it, without looking at each quote. */
function* longRuns(json: Uint8Array): Generator<Run> {
  for (let at = 0; at < json.length;) {
    const end = json.indexOf(QUOTE, at);
    if (end === -1) return;
    if (end - at < BLOCK) {
      at += BLOCK;
      continue;
    }
    const start = json.lastIndexOf(QUOTE, at) + 1;
    if (start > 0 && end - start >= LONG_TEXT) yield { start, end };
    at = end + 1;
  }
}

/**
 * Returns whether a run, if it ends like base64, is all of a text and not the name of a member. What
 * stands between two texts never ends like base64, but with a bracket, a comma, a colon or a blank.
 */
function isValue(json: Uint8Array, { start, end }: Run): boolean {
  if (json[start - 2] === BACKSLASH) return false;
  let next = end + 1;
  while ((json[next] ?? COLON) <= SPACE) next++;
  return json[next] !== COLON;
}

function isPlain(text: string): boolean {
  const comma = text.slice(0, LONGEST_PREFIX).lastIndexOf(',');
  return PLAIN.test(text.slice(0, comma + 1)) && isBase64(text.slice(comma + 1));
}

/** As deep as JSON may be. */
function restored(value: unknown, mark: string, texts: readonly string[]): unknown {
  if (typeof value === 'string') {
    return value.startsWith(mark) ? texts[Number(value.slice(mark.length))] : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  // Lists have members, too, and a member of any name was made by the parser.
  const members = value as Record<string, unknown>;
  for (const [name, member] of Object.entries(members)) {
    const whole = restored(member, mark, texts);
    if (whole !== member) members[name] = whole;
  }
  return value;
}
