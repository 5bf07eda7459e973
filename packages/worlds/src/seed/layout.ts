import type { MediaKind } from './sample/prototype.ts';

/** The kind of record at a position of the catalog. */
export type RecordKind = 'text' | 'free' | 'alias' | 'router' | MediaKind;

export interface Place {
  readonly kind: RecordKind;
  /** Number of records of that kind before it. */
  readonly ordinal: number;
}

/**
 * A hundred positions, repeated. Observed in 341 models: 4 % are free variants, 3 % aliases, 1.5 %
 * routers. Of the kinds which that catalog lacks there are so many that a world of 400 has at least
 * eight of each, and four fifths of it still put out text. A free variant ends four rows of five.
 */
const PATTERN = [
  '.i..e..s...l..t..v.f',
  '..i..e.r....a..s...f',
  '...i.l.....o.v.....f',
  '..i..s...t..a....r.f',
  '...i..e....l........',
].join('');
const ROW = 20;

const KINDS: Readonly<Record<string, RecordKind>> = {
  '.': 'text',
  f: 'free',
  l: 'alias',
  o: 'router',
  i: 'image',
  e: 'embeddings',
  s: 'speech',
  t: 'transcription',
  r: 'rerank',
  a: 'audio',
  v: 'video',
};

/** After this many blocks there are no more natural names for aliases and routers. */
const BLOCKS_WITH_ALIASES = 12;
const EARLY = blockOf(PATTERN);
const LATE = blockOf(PATTERN.replace(/[lo]/g, '.'));

/** Returns the place of `index`, from 0: a function of the index alone. */
export function placeAt(index: number): Place {
  const block = Math.floor(index / PATTERN.length);
  const early = Math.min(block, BLOCKS_WITH_ALIASES);
  const place = (block < BLOCKS_WITH_ALIASES ? EARLY : LATE).places[index % PATTERN.length];
  if (place === undefined) throw new RangeError(`expected an index from 0, got ${index}`);
  const { kind, ordinal } = place;
  const before = early * EARLY.count(kind) + (block - early) * LATE.count(kind);
  return { kind, ordinal: before + ordinal };
}

/** Returns the positions in the same row before `index`. */
export function rowBefore(index: number): number[] {
  const start = index - (index % ROW);
  return Array.from({ length: index - start }, (_, offset) => start + offset);
}

/** Returns the index of the record of this kind and ordinal, within the blocks that have aliases. */
export function indexOf(kind: RecordKind, ordinal: number): number {
  const each = EARLY.count(kind);
  const offset = EARLY.places.findIndex(
    (place) => place.kind === kind && place.ordinal === ordinal % each,
  );
  return Math.floor(ordinal / each) * PATTERN.length + offset;
}

function blockOf(pattern: string) {
  const counts = new Map<RecordKind, number>();
  const count = (kind: RecordKind) => counts.get(kind) ?? 0;
  const places = pattern.split('').map((sign): Place => {
    const kind = KINDS[sign] ?? 'text';
    const ordinal = count(kind);
    counts.set(kind, ordinal + 1);
    return { kind, ordinal };
  });
  return { places, count };
}
