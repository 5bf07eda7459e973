import type {
  EmbeddingAnswer,
  EmbeddingInput,
  EmbeddingJob,
  RerankAnswer,
  RerankJob,
} from '@model-gateway/core';
import { cosineOf, DemoGeometry, type Relation } from './geometry.ts';
import { hashOf, wordsOf } from './words.ts';

/** What the demo knows beyond words, and how it counts. */
export interface DemoMeaning {
  /** Texts that mean something alike; none by default. */
  readonly relations?: readonly Relation[];
  /** Counts the tokens of a text; its words by default. */
  readonly countTokens?: (text: string) => number;
}

/** Without a wish of the request, and for rankings. */
const USUAL_DIMENSIONS = 1536;

/**
 * Returns vectors in which texts that share words are near each other. The same inputs have the same
 * vectors.
 */
export function demoEmbedding(
  { model, inputs, dimensions = USUAL_DIMENSIONS }: EmbeddingJob,
  { relations = [], countTokens = countWords }: DemoMeaning = {},
): EmbeddingAnswer {
  const geometry = new DemoGeometry(model, dimensions, relations);
  const texts = inputs.map(textOf);
  return {
    vectors: texts.map((text) => ({ encoding: 'float', values: geometry.vector(text) })),
    usage: { promptTokens: texts.reduce((sum, text) => sum + countTokens(text), 0) },
  };
}

/** Returns how near documents are to the query, by the vectors of `demoEmbedding`. */
export function demoRanking(
  { model, query, documents }: RerankJob,
  { relations = [], countTokens = countWords }: DemoMeaning = {},
): RerankAnswer {
  const geometry = new DemoGeometry(model, USUAL_DIMENSIONS, relations);
  const asked = geometry.vector(query);
  const texts = documents.map(({ text = '', image = '' }) => `${text} ${image && wordOf(image)}`);
  const own = countTokens(query);
  return {
    results: texts.map((text, index) => ({
      index,
      score: cosineOf(asked, geometry.vector(text)),
    })),
    usage: { totalTokens: texts.reduce((sum, text) => sum + own + countTokens(text), 0) },
  };
}

/** Tokens and media are words like any others. */
function textOf(input: EmbeddingInput): string {
  if (input.type === 'text') return input.text;
  if (input.type === 'tokens') return input.tokens.map((token) => `t${token}`).join(' ');
  const words = input.parts.map((part) =>
    part.type === 'text' ? part.text : wordOf(part.source.value),
  );
  return words.join(' ');
}

function wordOf(media: string): string {
  return `media${hashOf(media).toString(36)}`;
}

function countWords(text: string): number {
  return Math.max(wordsOf(text).length, 1);
}
