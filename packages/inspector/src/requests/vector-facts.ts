import { memberOf } from '../api/member-of.ts';

/** A vector of an answer. */
export interface VectorFacts {
  /** What it is of, as far as that is text. */
  readonly of: string;
  readonly length: number;
  /** The cosine to the first one; undefined for vectors of other lengths. */
  readonly nearness: number | undefined;
}

/** A document of a ranking. */
export interface RankFacts {
  readonly score: number;
  /** Its place in the request. */
  readonly index: number;
  readonly text: string;
}

/** Returns the vectors of an answer of embeddings; empty for any other. */
export function vectorsIn(sent: unknown, body: unknown): readonly VectorFacts[] {
  const inputs = listOf(memberOf(sent, 'input'));
  const vectors = listOf(memberOf(body, 'data')).map((one) =>
    numbersOf(memberOf(one, 'embedding')),
  );
  const whole = vectors.filter((vector) => vector !== undefined);
  const [first] = whole;
  if (first === undefined || whole.length < vectors.length) return [];
  return whole.map((vector, position) => ({
    of: textOf(inputs[position]),
    length: vector.length,
    nearness: vector.length === first.length ? cosineOf(first, vector) : undefined,
  }));
}

/** Returns the documents of a ranking, the best first; empty for any other answer. */
export function ranksIn(body: unknown): readonly RankFacts[] {
  return listOf(memberOf(body, 'results')).flatMap((result) => {
    const [score, index] = [memberOf(result, 'relevance_score'), memberOf(result, 'index')];
    if (typeof score !== 'number' || typeof index !== 'number') return [];
    return [{ score, index, text: textOf(memberOf(result, 'document')) }];
  });
}

/** The numbers of a vector, or of the base64 of 32-bit floats. */
function numbersOf(embedding: unknown): ArrayLike<number> | undefined {
  if (Array.isArray(embedding)) return embedding.every(isNumber) ? embedding : undefined;
  if (typeof embedding !== 'string') return undefined;
  try {
    const bytes = Uint8Array.from(atob(embedding), (character) => character.charCodeAt(0));
    return new Float32Array(bytes.buffer);
  } catch {
    // Cut off, or something else.
    return undefined;
  }
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function cosineOf(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, ofA, ofB] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    const [x = 0, y = 0] = [a[at], b[at]];
    dot += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return dot / Math.sqrt(ofA * ofB);
}

/** A text as it is, the text of a document, or JSON. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const text = memberOf(value, 'text');
  if (typeof text === 'string') return text;
  return value === undefined ? '' : JSON.stringify(value).slice(0, 200);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}
