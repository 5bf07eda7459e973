import { byteLength } from '../bytes/byte-length.ts';
import { estimatedTokensOf, fewestTokensOf, mostTokensOf } from '../inference/money/tokens.ts';
import type { EmbeddingInput } from '../ports/embedding-provider.ts';

/** What of an input determines how many tokens it has. */
export interface InputSize {
  /** Of its text, in UTF-8. */
  readonly bytes: number;
  /** Those that are given as such. */
  readonly tokens: number;
  readonly media: number;
  readonly images: number;
}

export function sizeOf(input: EmbeddingInput): InputSize {
  if (input.type === 'text') return { ...EMPTY, bytes: byteLength(input.text) };
  if (input.type === 'tokens') return { ...EMPTY, tokens: input.tokens.length };
  const size = { bytes: 0, tokens: 0, media: 0, images: 0 };
  for (const part of input.parts) {
    if (part.type === 'text') size.bytes += byteLength(part.text);
    else {
      size.media++;
      if (part.kind === 'image') size.images++;
    }
  }
  return size;
}

const EMPTY: InputSize = { bytes: 0, tokens: 0, media: 0, images: 0 };

/** Most models put a token before an input and one behind it. */
const AROUND = 2;

/** Returns the most tokens that an input can have. Source: contract §17.4. */
export function mostTokens(size: InputSize, tokensPerMedia?: number): number {
  return mostTokensOf(size, tokensPerMedia) + size.tokens + AROUND;
}

/** Returns the fewest tokens that an input can have. */
export function fewestTokens(size: InputSize): number {
  return fewestTokensOf(size) + size.tokens;
}

/** Estimates the tokens of inputs, for a charge where nobody counted them. */
export function estimatedTokens(sizes: readonly InputSize[]): number {
  return sizes.reduce((sum, size) => sum + estimatedTokensOf(size) + size.tokens, 0);
}
