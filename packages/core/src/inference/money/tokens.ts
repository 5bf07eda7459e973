/** Content without a tokenizer, whose time would grow with what clients send. */
export interface Measured {
  /** Of all text, in UTF-8. */
  readonly bytes: number;
  /** Images, sounds, films and documents. */
  readonly media: number;
}

const TOKENS_PER_MEDIA = 16_384;

/**
 * Returns the most tokens that content can have: every tokenizer of bytes needs at most one for each.
 * Source: contract §12.10.
 */
export function mostTokensOf(
  { bytes, media }: Measured,
  tokensPerMedia = TOKENS_PER_MEDIA,
): number {
  return bytes + media * tokensPerMedia;
}

/** A long word of blanks may be one token. */
const MOST_BYTES_PER_TOKEN = 64;

/** Returns the fewest tokens that content can have. */
export function fewestTokensOf({ bytes }: Pick<Measured, 'bytes'>): number {
  return Math.floor(bytes / MOST_BYTES_PER_TOKEN);
}

const USUAL_BYTES_PER_TOKEN = 3.6;
const USUAL_TOKENS_PER_MEDIA = 1024;

/** Estimates the tokens of content, for a charge where nobody counted them. */
export function estimatedTokensOf({ bytes, media }: Measured): number {
  return estimatedTokens(bytes) + media * USUAL_TOKENS_PER_MEDIA;
}

/** Estimates the tokens of text of this many bytes. */
export function estimatedTokens(bytes: number): number {
  return Math.ceil(bytes / USUAL_BYTES_PER_TOKEN);
}
