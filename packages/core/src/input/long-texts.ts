import { isBase64 } from '../bytes/is-base64.ts';

/** The place of a text in JSON: its quotes. */
export interface PlaceOfText {
  readonly start: number;
  readonly end: number;
}

/** From this length on a text is worth looking at by itself. */
export const LONG_TEXT = 16 * 1024;

/** What may stand before base64 in a data URL. */
const LONGEST_PREFIX = 256;
const PLAIN = /^[ !#-[\]-~]*$/;

/** JSON without some of its texts. */
interface Cut {
  readonly json: string;
  /** Puts the texts back into what was parsed, in place. */
  restore(parsed: unknown): unknown;
}

/**
 * Cuts long base64 out of JSON, so that a parser does not search megabytes of it for quotes: data
 * URLs of images. Undefined where no text is that long. Texts of which a parser would make something else
 * than what stands there, or refuse it, stay.
 */
export function cutLongTexts(json: string, places: readonly PlaceOfText[]): Cut | undefined {
  // Random, so that no text of a request can stand for another.
  const mark = places.length === 0 ? '' : crypto.randomUUID();
  const texts: string[] = [];
  let short = '';
  let from = 0;
  for (const { start, end } of places) {
    const text = json.slice(start + 1, end);
    if (!isPlain(text)) continue;
    short += `${json.slice(from, start + 1)}${mark}${texts.push(text) - 1}`;
    from = end;
  }
  if (texts.length === 0) return undefined;
  return { json: short + json.slice(from), restore: (parsed) => restored(parsed, mark, texts) };
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
