import type { EmbeddingTable, RerankTable } from '../embeddings/embedding-model.ts';
import { embeddingRow, rerankRow, secondHand } from '../embeddings/rows.ts';
import type { VectorDefinition } from '../embeddings/vector-part.ts';
import { COHERE_FAILURES } from '../wires/cohere/failures.ts';
import { cohereEmbeddings, cohereRerank } from '../wires/cohere/vectors.ts';

const SOURCE = secondHand('https://cohere.com/pricing, as others list it');
const INPUT_TYPES = ['search_query', 'search_document', 'classification', 'clustering'] as const;
const USUAL = {
  inputs: ['text'],
  inputTypes: INPUT_TYPES,
  batch: { inputs: 96 },
  passthrough: ['truncate'],
} as const;

/** What Cohere's models of embeddings can do and cost. */
const EMBEDDINGS: EmbeddingTable = {
  'cohere/embed-v4.0': {
    ...embeddingRow('embed-v4.0', 'Cohere: Embed 4', 0.12, {
      ...SOURCE,
      ...USUAL,
      context: 128_000,
      inputs: ['text', 'image'],
      dimensions: { usual: 1536, oneOf: [256, 512, 1024, 1536] },
      released: '2025-04-15',
    }),
    pricing: { prompt: '0.00000012', completion: '0', image_token: '0.00000047' },
  },
};

const RANKS = {
  ...SOURCE,
  context: 32_768,
  maxDocuments: 1000,
  inputs: ['text'],
  searchUnit: { documents: 100, tokens: 500 },
  passthrough: ['max_tokens_per_doc'],
} as const;

/** What Cohere's models of rankings can do and cost. */
const RANKINGS: RerankTable = {
  'cohere/rerank-v4.0-pro': rerankRow(
    'rerank-v4.0-pro',
    'Cohere: Rerank 4 Pro',
    { search: '0.0025' },
    RANKS,
  ),
  'cohere/rerank-v4.0-fast': rerankRow(
    'rerank-v4.0-fast',
    'Cohere: Rerank 4 Fast',
    { search: '0.002' },
    RANKS,
  ),
  'cohere/rerank-v3.5': rerankRow(
    'rerank-v3.5',
    'Cohere: Rerank 3.5',
    { search: '0.002' },
    {
      ...RANKS,
      context: 4096,
      released: '2024-12-02',
    },
  ),
};

/** How Cohere makes embeddings and rankings. */
export const COHERE_VECTORS: VectorDefinition = {
  embeddings: {
    models: () => EMBEDDINGS,
    usual: () => ({ ...USUAL, dimensions: {} }),
    run: cohereEmbeddings,
  },
  rerank: {
    models: () => RANKINGS,
    usual: () => ({ inputs: ['text'], maxDocuments: 1000, searchUnit: RANKS.searchUnit }),
    run: cohereRerank,
  },
  failures: () => COHERE_FAILURES,
};
