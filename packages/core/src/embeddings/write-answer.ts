import { encodeText } from '../bytes/encode-text.ts';
import type { WrittenFacts } from '../inference/whole-kind.ts';
import type { Vector, VectorEncoding } from '../ports/embedding-provider.ts';
import { base64Of } from './vectors.ts';

/** What an answer says that its vectors do not. */
export interface EmbeddingFacts extends WrittenFacts {
  readonly promptTokens: number;
  /** USD. */
  readonly cost: number;
}

/**
 * Returns the JSON of an answer in parts; base64 that a provider sent is one of them as it came.
 * Source: contract §17.2.
 */
export function writeEmbeddings(
  vectors: readonly Vector[],
  encoding: VectorEncoding,
  { id, model, provider, promptTokens, cost }: EmbeddingFacts,
): Uint8Array[] {
  const parts: Uint8Array[] = [];
  const head = { id, object: 'list', model, provider };
  // The text between two vectors is one part: each part costs as much as the text in it.
  let text = `${JSON.stringify(head).slice(0, -1)},"data":[`;
  for (const [index, vector] of vectors.entries()) {
    text += `${index === 0 ? '' : ','}{"object":"embedding","index":${index},"embedding":`;
    if (encoding === 'base64') {
      parts.push(encodeText(`${text}"`), ...base64Of(vector));
      text = '"}';
    } else {
      parts.push(encodeText(`${text}${floatText(vector)}}`));
      text = '';
    }
  }
  const usage = { prompt_tokens: promptTokens, total_tokens: promptTokens, cost };
  parts.push(encodeText(`${text}],"usage":${JSON.stringify(usage)}}`));
  return parts;
}

function floatText(vector: Vector): string {
  if (vector.encoding === 'base64')
    throw new Error('a checked answer has numbers where they are wanted');
  return JSON.stringify(Array.from(vector.values));
}
