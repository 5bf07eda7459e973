import {
  FLAG,
  listOf,
  OBJECT,
  oneOf,
  TEXT,
  TEXTS,
  wholeFrom,
  type ValueRule,
} from '@model-gateway/core/kit';
import { TOKEN_PRICES } from '../options/token-prices.ts';
import { refuseLimits } from '../options/check-limits.ts';
import { checkMembers } from '../options/check-members.ts';
import { checkPassthrough } from '../options/forbidden-options.ts';
import type { EmbeddingEntry, RerankEntry } from './embedding-model.ts';

const COMMON = {
  like: TEXT,
  upstream: TEXT,
  name: TEXT,
  context: wholeFrom(1),
  pricing: TOKEN_PRICES,
  passthrough: TEXTS,
  maxTokensPerMedia: wholeFrom(1),
};

const EMBEDDING: Readonly<Record<keyof EmbeddingEntry, ValueRule>> = {
  ...COMMON,
  task: oneOf('embeddings'),
  inputs: listOf(oneOf('text', 'tokens', 'image', 'file', 'audio', 'video')),
  inputTypes: TEXTS,
  dimensions: OBJECT,
  batch: OBJECT,
  fetchesMedia: FLAG,
};

const RERANK: Readonly<Record<keyof RerankEntry, ValueRule>> = {
  ...COMMON,
  task: oneOf('rerank'),
  inputs: listOf(oneOf('text', 'image')),
  maxDocuments: wholeFrom(1),
  searchUnit: OBJECT,
};

const SEARCH_UNIT = { documents: wholeFrom(1), tokens: wholeFrom(1) };
const BATCH = { inputs: wholeFrom(1), tokens: wholeFrom(1) };
const DIMENSIONS = {
  usual: wholeFrom(1),
  from: listOf(wholeFrom(1), 'the least and the most'),
  oneOf: listOf(wholeFrom(1), 'a list of lengths'),
};

/** Throws `TypeError` for an entry of embeddings or rankings that no provider could serve. */
export function checkVectorEntry(
  place: string,
  entry: unknown,
  task: 'embeddings' | 'rerank',
): void {
  refuseLimits(
    place,
    entry,
    'inference.connectMs, firstByteMs, wholeMs and budgetMs of the gateway are the times of embeddings and rankings',
  );
  const members = checkMembers(place, entry, task === 'embeddings' ? EMBEDDING : RERANK);
  const { dimensions, batch, searchUnit, passthrough } = members;
  if (dimensions !== undefined) checkMembers(`${place}.dimensions`, dimensions, DIMENSIONS);
  if (batch !== undefined) checkMembers(`${place}.batch`, batch, BATCH);
  if (searchUnit !== undefined) {
    checkMembers(`${place}.searchUnit`, searchUnit, SEARCH_UNIT, Object.keys(SEARCH_UNIT));
  }
  // It was just checked to be a list of texts.
  checkPassthrough(place, (passthrough ?? []) as readonly string[]);
}
