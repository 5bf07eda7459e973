import type { EmbeddingTable } from '../embeddings/embedding-model.ts';
import { embeddingRow, OPENAI_PAGE } from '../embeddings/rows.ts';
import type { VectorDefinition } from '../embeddings/vector-part.ts';
import {
  openAiEmbeddings,
  type VectorRules,
} from '../wires/openai-embeddings/openai-embeddings.ts';

const USUAL = {
  context: 8192,
  inputs: ['text', 'tokens'],
  batch: { inputs: 2048, tokens: 300_000 },
} as const;

/** What OpenAI's models of embeddings can do and cost. */
const OPENAI_EMBEDDINGS: EmbeddingTable = {
  'openai/text-embedding-3-small': embeddingRow(
    'text-embedding-3-small',
    'OpenAI: Text Embedding 3 Small',
    0.02,
    {
      ...OPENAI_PAGE,
      ...USUAL,
      dimensions: { usual: 1536, from: [1, 1536] },
      released: '2024-01-25',
    },
  ),
  'openai/text-embedding-3-large': embeddingRow(
    'text-embedding-3-large',
    'OpenAI: Text Embedding 3 Large',
    0.13,
    {
      ...OPENAI_PAGE,
      ...USUAL,
      dimensions: { usual: 3072, from: [1, 3072] },
      released: '2024-01-25',
    },
  ),
};

const RULES: VectorRules = { user: 'user', float: true };

/** How OpenAI makes embeddings. */
export const OPENAI_VECTORS: VectorDefinition = {
  embeddings: {
    models: () => OPENAI_EMBEDDINGS,
    usual: () => ({ ...USUAL, dimensions: {} }),
    run: (job, row, call) => openAiEmbeddings(job, row, call, RULES),
  },
};
