import type { EmbeddingTable } from '../embeddings/embedding-model.ts';
import { embeddingRow, secondHand } from '../embeddings/rows.ts';
import type { VectorDefinition } from '../embeddings/vector-part.ts';
import {
  GEMINI_INPUT_TYPES,
  geminiEmbeddings,
} from '../wires/gemini-embeddings/gemini-embeddings.ts';

const USUAL = { inputs: ['text'], inputTypes: GEMINI_INPUT_TYPES, batch: { inputs: 100 } } as const;

const MODELS: EmbeddingTable = {
  'google/gemini-embedding-001': embeddingRow(
    'gemini-embedding-001',
    'Google: Gemini Embedding 001',
    0.15,
    {
      ...secondHand('https://opencode.ai/data/google/gemini-embedding-001'),
      ...USUAL,
      context: 2048,
      dimensions: { usual: 3072, from: [128, 3072] },
      released: '2025-05-20',
    },
  ),
};

/** How the Gemini API makes embeddings. */
export const GEMINI_VECTORS: VectorDefinition = {
  embeddings: {
    models: () => MODELS,
    usual: () => ({ ...USUAL, dimensions: {} }),
    run: geminiEmbeddings,
  },
};
