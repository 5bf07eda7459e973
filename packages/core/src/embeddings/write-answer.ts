import { encodeText } from '../bytes/encode-text.ts';
import type { WrittenFacts } from '../inference/whole-kind.ts';
import type { Vector, VectorEncoding } from '../ports/embedding-provider.ts';
import { UncutParts } from './uncut-parts.ts';
import { base64Of } from './vectors.ts';

/** What an answer says that its vectors do not. */
export interface EmbeddingFacts extends WrittenFacts {
  readonly promptTokens: number;
  /** USD. */
  readonly cost: number;
}

/**
 * Returns the JSON of an answer in parts; base64 that a provider sent is in them as it came.
 * Source: contract §17.2.
 */
export function writeEmbeddings(
  vectors: readonly Vector[],
  encoding: VectorEncoding,
  { id, model, provider, promptTokens, cost }: EmbeddingFacts,
): Uint8Array[] {
  const head = JSON.stringify({ id, object: 'list', model, provider }).slice(0, -1);
  const usage = { prompt_tokens: promptTokens, total_tokens: promptTokens, cost };
  const isText = encoding === 'base64';
  const parts = new UncutParts();
  parts.write(encodeText(`${head},"data":[`));
  // All at once: encoding the few words before each vector costs more than the vector.
  const openings = vectors.map((_, index) => openingOf(index, isText));
  const words = encodeText(openings.join(''));
  let at = 0;
  for (const [index, vector] of vectors.entries()) {
    const from = at;
    // They are ASCII.
    at += openings[index]?.length ?? 0;
    parts.write(words, from, at);
    if (isText) for (const part of base64Of(vector)) parts.pass(part);
    else parts.write(encodeText(floatText(vector)));
  }
  const close = vectors.length === 0 ? '' : closingOf(isText);
  parts.write(encodeText(`${close}],"usage":${JSON.stringify(usage)}}`));
  return parts.take();
}

/** Returns the text between two vectors, or before the first. */
function openingOf(index: number, isText: boolean): string {
  const before = index === 0 ? '' : `${closingOf(isText)},`;
  return `${before}{"object":"embedding","index":${index},"embedding":${isText ? '"' : ''}`;
}

function closingOf(isText: boolean): string {
  return isText ? '"}' : '}';
}

function floatText(vector: Vector): string {
  if (vector.encoding === 'base64')
    throw new Error('a checked answer has numbers where they are wanted');
  return JSON.stringify(Array.from(vector.values));
}
