import { checkOptions, type OptionTable, TEXT } from '@model-gateway/core/kit';
import { chatCatalogEntry } from '../chat/chat-catalog-entry.ts';
import { resolveChatModels, type ChatTable } from '../chat/chat-model.ts';
import { vectorCatalogEntry } from '../embeddings/catalog-entry.ts';
import {
  embeddingEndpointOf,
  rerankEndpointOf,
  resolveRows,
  type EmbeddingRow,
  type EmbeddingTable,
  type RerankRow,
  type RerankTable,
} from '../embeddings/embedding-model.ts';
import type { ListedProvider } from '../options/listed-provider.ts';
import { demoAnswer } from './answer.ts';
import { demoEmbedding, demoRanking } from './meaning.ts';

/** Options of the demo. */
export interface DemoOptions {
  /** `demo` by default. */
  readonly slug?: string;
  /** `Demo` by default. */
  readonly name?: string;
}

export { demoEmbedding, demoRanking, type DemoMeaning } from './meaning.ts';
export type { Relation } from './geometry.ts';

const HERE = { source: 'it is made here', asOf: '2026-11-24' } as const;

const MODELS: ChatTable = {
  'demo/echo': {
    name: 'Demo: Echo',
    upstream: 'echo',
    context: 131_072,
    maxOutput: 16_384,
    inputs: ['text', 'image', 'file', 'audio', 'video'],
    parameters: ['tools', 'tool_choice', 'response_format', 'structured_outputs'],
    pricing: { prompt: '0', completion: '0' },
    ...HERE,
  },
};

const VECTORS: EmbeddingTable = {
  'demo/embeddings': {
    name: 'Demo: Embeddings',
    upstream: 'embeddings',
    context: 131_072,
    inputs: ['text', 'tokens', 'image', 'file', 'audio', 'video'],
    dimensions: { usual: 1536, from: [1, 4096] },
    pricing: { prompt: '0', completion: '0' },
    ...HERE,
  },
};

const RANKINGS: RerankTable = {
  'demo/rerank': {
    name: 'Demo: Rerank',
    upstream: 'rerank',
    context: 131_072,
    maxDocuments: 10_000,
    inputs: ['text', 'image'],
    pricing: { prompt: '0', completion: '0' },
    ...HERE,
  },
};

/**
 * Creates a provider that needs no account and no network, for a first minute and for load tests: its
 * model `demo/echo` repeats what the user said, calls a tool that is required or named, and fills a
 * schema; `demo/embeddings` makes vectors that are near each other for texts that share words, and
 * `demo/rerank` ranks by them. It costs nothing.
 */
export function demo(options: DemoOptions = {}): ListedProvider {
  checkOptions('demo', options, OPTIONS);
  const { slug = 'demo', name = 'Demo' } = options;
  const { models } = resolveChatModels(undefined, {
    table: MODELS,
    usual: {},
    apis: { chat: { wire: 'openai-chat' } },
    slug,
    today: '',
  });
  const vectors = served(VECTORS, embeddingEndpointOf);
  const rankings = served(RANKINGS, rerankEndpointOf);
  const self = { slug, name };
  const rows = [...models, ...vectors, ...rankings].map(([id, { row }]) => [id, row] as const);
  return {
    slug,
    name,
    baseUrl: '',
    catalog: [
      ...[...models].map(([id, { row }]) => chatCatalogEntry(id, row, self)),
      ...[...vectors].map(([id, { row }]) => vectorCatalogEntry(id, row, 'embeddings', self)),
      ...[...rankings].map(([id, { row }]) => vectorCatalogEntry(id, row, 'rerank', self)),
    ],
    models: rows.map(([id, { upstream, source, asOf }]) => ({ id, upstream, source, asOf })),
    retired: [],
    embeddings: {
      endpoint: (id) => vectors.get(id)?.endpoint,
      async embed(job, context) {
        context.dispatched();
        return demoEmbedding(job);
      },
    },
    rerank: {
      endpoint: (id) => rankings.get(id)?.endpoint,
      async rerank(job, context) {
        context.dispatched();
        return demoRanking(job);
      },
    },
    chat: {
      endpoint: (id) => models.get(id)?.endpoint,
      async answer({ request }, context) {
        const { signal } = context;
        signal.throwIfAborted();
        context.dispatched();
        return { steps: stepsOf(demoAnswer(request), signal) };
      },
    },
  };
}

function served<Row extends EmbeddingRow | RerankRow, Endpoint>(
  table: Readonly<Record<string, Row>>,
  endpointOf: (row: Row) => Endpoint,
) {
  return resolveRows(undefined, { table, usual: {}, today: '', endpointOf }).models;
}

async function* stepsOf<Step>(
  steps: readonly Step[],
  signal: AbortSignal,
): AsyncGenerator<Step, void> {
  for (const step of steps) {
    signal.throwIfAborted();
    yield step;
  }
}

const OPTIONS: OptionTable<DemoOptions> = { slug: TEXT, name: TEXT };
