import { closingQuote } from '@model-gateway/core/kit';

/** Where a member stands in a parsed event: names, and positions in lists. */
export type Path = readonly (string | number)[];

/** Where an event may differ from the one before it. */
export interface Places {
  /** What the model says. */
  readonly words: Path;
  /** Members that mean nothing: texts, and whole numbers. */
  readonly idle?: readonly Path[];
  /** An object in which numbers may differ. */
  readonly counts?: Path;
}

/** A place in the text of an event. */
export interface Hole {
  readonly is: 'words' | 'text' | 'number' | 'counts';
  readonly path: Path;
  readonly from: number;
  readonly to: number;
  /** Of counts: what stands around the numbers. */
  readonly around: readonly string[];
}

/** Stand for what may differ while an event is looked at. */
const PROBE = 'the text of an event';
const NUMBER_PROBE = 271_828_182;

/** A number within an object of counts. */
const COUNT = /(?<=[^\\]": ?)\d+(?=[,}\s])/g;

/**
 * Returns the places in the JSON of an event, in their order; undefined where one that stands in it
 * is not the first member of its name, or where it says nothing.
 */
export function holesIn(
  data: string,
  { words, idle = [], counts }: Places,
): readonly Hole[] | undefined {
  // A probe that is in it already would be found wherever it stands.
  if (data.includes(PROBE) || data.includes(String(NUMBER_PROBE))) return undefined;
  const said = holeAt(data, words);
  if (said?.is !== 'text') return undefined;
  const others = [...idle, ...(counts ? [counts] : [])].flatMap((path) => holeAt(data, path) ?? []);
  const holes = [{ ...said, is: 'words' as const }, ...others].sort((a, b) => a.from - b.from);
  return areThere(data, holes) ? holes : undefined;
}

/** The value of the first member of a name. */
function holeAt(data: string, path: Path): Hole | undefined {
  const name = `"${String(path.at(-1))}":`;
  const at = data.indexOf(name);
  if (at === -1) return undefined;
  const space = data[at + name.length] === ' ' ? 1 : 0;
  const from = at + name.length + space;
  switch (data[from]) {
    case '"':
      return { is: 'text', path, from: from + 1, to: closingQuote(data, from + 1), around: [] };
    case '{': {
      const to = endOfObject(data, from);
      return { is: 'counts', path, from, to, around: data.slice(from, to).split(COUNT) };
    }
    default: {
      const to = endOfNumber(data, from);
      return to === -1 ? undefined : { is: 'number', path, from, to, around: [] };
    }
  }
}

/** Whether these are the members that they are taken for. */
function areThere(data: string, holes: readonly Hole[]): boolean {
  let text = '';
  let at = 0;
  for (const { is, from, to } of holes) {
    text += data.slice(at, from);
    text += is === 'number' ? NUMBER_PROBE : is === 'counts' ? `"${PROBE}"` : PROBE;
    at = to;
  }
  try {
    const parsed: unknown = JSON.parse(text + data.slice(at));
    return holes.every(
      ({ is, path }) => valueAt(parsed, path) === (is === 'number' ? NUMBER_PROBE : PROBE),
    );
  } catch {
    // One of them was another member.
    return false;
  }
}

/** Returns what an event has at a place. */
export function valueAt(parsed: unknown, path: Path): unknown {
  // An event may be read by any name.
  return path.reduce((value, name) => (value as Record<string, unknown> | null)?.[name], parsed);
}

/** Returns where something like a hole ends that begins at `from`; -1 where it is something else. */
export function endOf({ is, around }: Hole, read: string, from: number): number {
  switch (is) {
    case 'words':
    case 'text':
      return closingQuote(read, from);
    case 'number':
      return endOfNumber(read, from);
    case 'counts':
      return endOfCounts(read, from, around);
  }
}

/** Of a whole number; a zero before others is not JSON. */
function endOfNumber(read: string, from: number): number {
  let to = from;
  while (isDigit(read.charCodeAt(to))) to++;
  const digits = to - from;
  return digits === 0 || (digits > 1 && read[from] === '0') ? -1 : to;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function endOfCounts(read: string, from: number, around: readonly string[]): number {
  let at = from;
  let isFirst = true;
  for (const text of around) {
    if (!isFirst) at = endOfNumber(read, at);
    if (at === -1 || read.slice(at, at + text.length) !== text) return -1;
    at += text.length;
    isFirst = false;
  }
  return at;
}

function endOfObject(data: string, from: number): number {
  let depth = 0;
  for (let at = from; at < data.length; at++) {
    const character = data[at];
    if (character === '"') at = closingQuote(data, at + 1);
    else if (character === '{') depth++;
    else if (character === '}') depth--;
    if (depth === 0) return at + 1;
  }
  return data.length;
}
