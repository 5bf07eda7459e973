import { systemClock, type Provider } from '@model-gateway/core';
import { checkOptions, type OptionTable, TEXT } from '@model-gateway/core/kit';
import type { ChatTable } from '../chat/chat-model.ts';
import { chatModels } from '../chat/chat-models.ts';
import type { EmbeddingTable, RerankTable } from '../embeddings/embedding-model.ts';
import {
  embeddingEndpointOf,
  rerankEndpointOf,
  vectorModels,
} from '../embeddings/vector-models.ts';
import { listingOf } from '../options/dated-models.ts';
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
  // Nothing here has a day on which it changes.
  const common = { usual: {}, provider: { slug, name }, clock: systemClock };
  const models = chatModels(undefined, {
    ...common,
    table: MODELS,
    apis: { chat: { wire: 'openai-chat' } },
  });
  const vectors = vectorModels(undefined, {
    ...common,
    table: VECTORS,
    output: 'embeddings',
    endpointOf: embeddingEndpointOf,
  });
  const rankings = vectorModels(undefined, {
    ...common,
    table: RANKINGS,
    output: 'rerank',
    endpointOf: rerankEndpointOf,
  });
  const faces: Provider = {
    slug,
    name,
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
  return Object.assign(listingOf(systemClock, [models, vectors, rankings]), faces, { baseUrl: '' });
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
