import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  createApiKey,
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
} from '@model-gateway/core';
import { mountAt } from '@model-gateway/core/http';
import { serve, type RunningServer } from '@model-gateway/node';
import { demo } from '@model-gateway/providers/demo';
import { createOpenRouter } from '@openrouter/ai-sdk-provider';
import { OpenRouter } from '@openrouter/sdk';
import { cosineSimilarity, embed, embedMany } from 'ai';
import OpenAI from 'openai';

/* Official clients of embeddings and rankings, against the gateway over sockets. */

const KEY = 'key-of-vectors';
const TEXTS = ['red panda eats bamboo', 'red panda eats leaves', 'quarterly tax report'];
let server: RunningServer;
let baseURL: string;

before(async () => {
  const provider = demo();
  const gateway = createGateway({
    stores: {
      models: createMemoryModelStore(provider.catalog),
      keys: createMemoryKeyStore([createApiKey(KEY)]),
    },
    providers: [provider],
    dialect: 'openrouter',
  });
  server = await serve(mountAt('/v1', gateway.handle), { port: 0 });
  baseURL = `${server.url}/v1`;
});
after(() => server.close());

const isNear = (vectors: readonly (readonly number[])[]) => {
  const [bamboo = [], leaves = [], tax = []] = vectors.map((one) => [...one]);
  assert.ok(cosineSimilarity(bamboo, leaves) > 0.6);
  assert.ok(Math.abs(cosineSimilarity(bamboo, tax)) < 0.15);
};

describe('clients of embeddings', () => {
  it('openai asks for base64 by itself, or for numbers', async () => {
    const client = new OpenAI({ baseURL, apiKey: KEY, maxRetries: 0 });
    for (const more of [{}, { encoding_format: 'float' as const }]) {
      const request = { model: 'demo/embeddings', input: TEXTS, dimensions: 256, ...more };
      const { data, usage } = await client.embeddings.create(request);
      assert.deepEqual(
        data.map(({ index, embedding }) => [index, embedding.length]),
        [
          [0, 256],
          [1, 256],
          [2, 256],
        ],
      );
      isNear(data.map(({ embedding }) => embedding));
      assert.equal(usage.prompt_tokens, 11);
    }
    const missing = client.embeddings.create({ model: 'demo/none', input: 'x' });
    await assert.rejects(missing, { status: 404 });
  });

  it('@openrouter/sdk reads embeddings, the list of their models and rankings', async () => {
    const client = new OpenRouter({ apiKey: KEY, serverURL: baseURL });
    const made = await client.embeddings.generate({
      requestBody: { model: 'demo/embeddings', input: TEXTS, inputType: 'search_document' },
    });
    assert.ok(typeof made === 'object');
    isNear(made.data.map(({ embedding }) => (typeof embedding === 'string' ? [] : embedding)));
    const { result } = await client.embeddings.listModels();
    const ids = result.data.map(({ id }) => id);
    assert.deepEqual(ids, ['demo/embeddings']);
    const ranked = await client.rerank.rerank({
      requestBody: { model: 'demo/rerank', query: 'tax report', documents: TEXTS, topN: 2 },
    });
    assert.ok(typeof ranked === 'object');
    assert.deepEqual(ranked.results[0]?.document, { text: TEXTS[2] });
    assert.equal(ranked.results.length, 2);
  });

  it('ai embeds over @openrouter/ai-sdk-provider and @ai-sdk/openai-compatible', async () => {
    const models = [
      createOpenRouter({ apiKey: KEY, baseURL }).textEmbeddingModel('demo/embeddings'),
      createOpenAICompatible({ name: 'house', baseURL, apiKey: KEY }).embeddingModel(
        'demo/embeddings',
      ),
    ];
    for (const model of models) {
      const { embeddings, usage } = await embedMany({ model, values: TEXTS, maxRetries: 0 });
      isNear(embeddings);
      assert.equal(usage.tokens, 11);
      const { embedding } = await embed({ model, value: TEXTS[0] ?? '', maxRetries: 0 });
      assert.equal(embedding.length, 1536);
    }
  });
});
