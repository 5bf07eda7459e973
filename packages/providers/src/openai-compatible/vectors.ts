import type {
  EmbeddingAbilities,
  EmbeddingTable,
  RerankAbilities,
  RerankTable,
} from '../embeddings/embedding-model.ts';
import { embeddingRow, rerankRow, secondHand } from '../embeddings/rows.ts';
import type { VectorRules } from '../wires/openai-embeddings/openai-embeddings.ts';

/** How a vendor or a server that imitates OpenAI makes embeddings and rankings. */
export interface VectorProfile extends VectorRules {
  readonly embeddings?: EmbeddingTable;
  readonly rerank?: RerankTable;
  /** What its models of embeddings have, unless an entry says otherwise. */
  readonly usual?: Partial<EmbeddingAbilities>;
}

const VOYAGE = secondHand('https://docs.voyageai.com/docs/pricing, as gateways list it');
const MATRYOSHKA = { usual: 1024, oneOf: [256, 512, 1024, 2048] } as const;
const VOYAGE_TEXT = {
  ...VOYAGE,
  context: 32_000,
  inputs: ['text'],
  inputTypes: ['search_query', 'search_document'],
  dimensions: MATRYOSHKA,
  passthrough: ['truncation'],
} as const;
const VOYAGE_RANKS = { ...VOYAGE, context: 32_000, maxDocuments: 1000, inputs: ['text'] } as const;

/** Voyage AI. */
const VOYAGE_PROFILE: VectorProfile = {
  dimensions: 'output_dimension',
  inputType: {
    name: 'input_type',
    words: { search_query: 'query', search_document: 'document' },
  },
  topN: 'top_k',
  usual: VOYAGE_TEXT,
  embeddings: {
    'voyageai/voyage-3.5': embeddingRow('voyage-3.5', 'Voyage AI: Voyage 3.5', 0.06, {
      ...VOYAGE_TEXT,
      batch: { inputs: 1000, tokens: 320_000 },
      released: '2025-05-20',
    }),
    'voyageai/voyage-3.5-lite': embeddingRow(
      'voyage-3.5-lite',
      'Voyage AI: Voyage 3.5 Lite',
      0.02,
      {
        ...VOYAGE_TEXT,
        batch: { inputs: 1000, tokens: 1_000_000 },
        released: '2025-05-20',
      },
    ),
    'voyageai/voyage-3-large': embeddingRow('voyage-3-large', 'Voyage AI: Voyage 3 Large', 0.18, {
      ...VOYAGE_TEXT,
      batch: { inputs: 1000, tokens: 120_000 },
      released: '2025-01-07',
    }),
  },
  rerank: {
    'voyageai/rerank-2.5': rerankRow(
      'rerank-2.5',
      'Voyage AI: Rerank 2.5',
      { tokens: 0.05 },
      VOYAGE_RANKS,
    ),
    'voyageai/rerank-2.5-lite': rerankRow(
      'rerank-2.5-lite',
      'Voyage AI: Rerank 2.5 Lite',
      { tokens: 0.02 },
      VOYAGE_RANKS,
    ),
  },
};

const MISTRAL = secondHand("gateways' lists of Mistral's prices");
const MISTRAL_PROFILE: VectorProfile = {
  dimensions: 'output_dimension',
  usual: { inputs: ['text'], dimensions: {} },
  embeddings: {
    'mistralai/mistral-embed-2312': embeddingRow('mistral-embed', 'Mistral: Mistral Embed', 0.1, {
      ...MISTRAL,
      context: 8192,
      inputs: ['text'],
      dimensions: { usual: 1024 },
      batch: { inputs: 512, tokens: 16_384 },
    }),
    'mistralai/codestral-embed-2505': embeddingRow(
      'codestral-embed',
      'Mistral: Codestral Embed',
      0.15,
      {
        ...MISTRAL,
        context: 8192,
        inputs: ['text'],
        dimensions: { usual: 1536, from: [1, 3072] },
        batch: { inputs: 512, tokens: 16_384 },
        released: '2025-05-28',
      },
    ),
  },
};

/** Jina AI, whose models the operator prices. */
const JINA_PROFILE: VectorProfile = {
  encoding: 'embedding_type',
  float: true,
  inputType: {
    name: 'task',
    words: {
      search_query: 'retrieval.query',
      search_document: 'retrieval.passage',
      classification: 'classification',
      clustering: 'separation',
      semantic_similarity: 'text-matching',
    },
  },
  usual: { inputs: ['text'], dimensions: {}, batch: { inputs: 512 } },
};

/** Servers of one's own, and vendors like OpenAI. */
const ALIKE: VectorProfile = { usual: { inputs: ['text'], dimensions: {} } };
const NUMBERS: VectorProfile = { ...ALIKE, encoding: false };

const PROFILES: Readonly<Record<string, VectorProfile>> = {
  voyage: VOYAGE_PROFILE,
  mistral: MISTRAL_PROFILE,
  jina: JINA_PROFILE,
  together: NUMBERS,
  fireworks: NUMBERS,
  ollama: NUMBERS,
  vllm: { ...ALIKE, float: true, usual: { inputs: ['text', 'tokens'], dimensions: {} } },
  'llama-cpp': ALIKE,
};

/** Returns how a profile makes vectors; a server without one as OpenAI does. */
export function vectorsOf(profile: string | undefined): VectorProfile {
  return PROFILES[profile ?? ''] ?? ALIKE;
}

/** What models of rankings have, unless an entry says otherwise. */
export const USUAL_RANKING: Partial<RerankAbilities> = { inputs: ['text'], maxDocuments: 1000 };
