import type { EmbeddingTable } from '../embeddings/embedding-model.ts';
import { embeddingRow, secondHand } from '../embeddings/rows.ts';
import type { VectorDefinition } from '../embeddings/vector-part.ts';
import { GEMINI_INPUT_TYPES } from '../wires/gemini-embeddings/gemini-embeddings.ts';
import { vertexEmbeddings } from '../wires/gemini-embeddings/vertex-embeddings.ts';
import type { VertexOptions } from './options.ts';

const PRICES = secondHand('cloud.google.com, Vertex AI pricing, as others list it');
const USUAL = {
  inputs: ['text'],
  inputTypes: GEMINI_INPUT_TYPES,
  context: 2048,
  passthrough: ['autoTruncate'],
} as const;
/** Of models before Gemini's: inputs and tokens of one call. */
const BATCH = { inputs: 250, tokens: 20_000 };
const BY_CHARACTERS = 'by characters there, of which 4 are taken for a token';

const MODELS: EmbeddingTable = {
  'google/gemini-embedding-001': embeddingRow(
    'gemini-embedding-001',
    'Google: Gemini Embedding 001',
    0.15,
    {
      ...PRICES,
      ...USUAL,
      batch: { inputs: 1 },
      dimensions: { usual: 3072, from: [128, 3072] },
      released: '2025-05-20',
    },
  ),
  'google/text-embedding-005': embeddingRow(
    'text-embedding-005',
    'Google: Text Embedding 005',
    0.1,
    {
      ...PRICES,
      ...USUAL,
      uncertainPrice: BY_CHARACTERS,
      batch: BATCH,
      dimensions: { usual: 768, from: [1, 768] },
      released: '2024-11-18',
    },
  ),
  'google/text-multilingual-embedding-002': embeddingRow(
    'text-multilingual-embedding-002',
    'Google: Text Multilingual Embedding 002',
    0.1,
    {
      ...PRICES,
      ...USUAL,
      uncertainPrice: BY_CHARACTERS,
      batch: BATCH,
      dimensions: { usual: 768, from: [1, 768] },
      released: '2024-05-14',
    },
  ),
};

/** How Vertex AI makes embeddings, for projects only. */
export const VERTEX_VECTORS: VectorDefinition<VertexOptions> = {
  embeddings: {
    models: ({ project }) => (project === undefined ? {} : MODELS),
    // One input a call is what every model takes.
    usual: () => ({ ...USUAL, batch: { inputs: 1 }, dimensions: {} }),
    run: vertexEmbeddings,
  },
};
