import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EmbeddingJob } from '@model-gateway/core';
import {
  openAiCompatible,
  type OpenAiCompatibleOptions,
} from '@model-gateway/providers/openai-compatible';
import {
  startFakeFireworks,
  startFakeJina,
  startFakeOllama,
  startFakeOpenAiCompatible,
  startFakeTogetherChat,
  type FakeProvider,
} from '@model-gateway/providers/testing';
import { context, cosine, embeddingJob, http, numbersOf, ranking, TEXTS } from './jobs.ts';

/* Embeddings and rankings of vendors and servers whose models the operator names. */

interface Row {
  readonly profile: NonNullable<OpenAiCompatibleOptions['profile']>;
  readonly start: () => Promise<FakeProvider>;
  /** How vectors come where base64 is wished. */
  readonly form: 'base64' | 'float';
  /** Tokens of the three texts; absent where none are counted. */
  readonly counts?: number;
  readonly inputTypes?: readonly string[];
  /** Whether its vectors have one length. */
  readonly isFixed?: true;
  readonly ranks?: false;
}

const PROFILES: readonly Row[] = [
  {
    profile: 'jina',
    start: startFakeJina,
    form: 'base64',
    counts: 11,
    inputTypes: [
      'search_query',
      'search_document',
      'classification',
      'clustering',
      'semantic_similarity',
    ],
  },
  { profile: 'together', start: startFakeTogetherChat, form: 'float', isFixed: true },
  { profile: 'fireworks', start: startFakeFireworks, form: 'float', counts: 11 },
  { profile: 'vllm', start: startFakeOpenAiCompatible, form: 'base64', counts: 11 },
  { profile: 'llama-cpp', start: startFakeOpenAiCompatible, form: 'base64', counts: 11 },
  { profile: 'ollama', start: startFakeOllama, form: 'float', counts: 11, ranks: false },
];

const pricing = { prompt: '0.00000002', completion: '0' };

for (const { profile, start, form, counts, inputTypes = [], isFixed, ranks } of PROFILES) {
  const scene = async () => {
    const fake = await start();
    const { baseUrl, apiKey } = fake;
    const provider = openAiCompatible({
      profile,
      baseUrl,
      apiKey,
      http,
      models: {
        'acme/vectors': {
          task: 'embeddings',
          upstream: 'v-1',
          context: 512,
          pricing,
          ...(isFixed === undefined && { dimensions: { usual: 1024, from: [1, 4096] } }),
          inputTypes,
        },
        'acme/ranks': { task: 'rerank', upstream: 'r-1', context: 512, pricing },
      },
    });
    return {
      embed: async (more: Partial<EmbeddingJob> = {}) => {
        const answer = await provider.embeddings?.embed(
          embeddingJob('acme/vectors', more),
          context(),
        );
        assert.ok(answer);
        return answer;
      },
      rank: () => provider.rerank?.rerank({ ...ranking, model: 'acme/ranks' }, context()),
      sent: () => fake.requests.at(-1)?.request.json() ?? {},
      [Symbol.asyncDispose]: () => fake[Symbol.asyncDispose](),
    };
  };

  describe(`embeddings and rankings over the profile ${profile}`, () => {
    it('are of the inputs, in their order', async () => {
      await using over = await scene();
      const { vectors, usage } = await over.embed();
      const [bamboo = [], leaves = [], tax = []] = vectors.map(numbersOf);
      assert.ok(cosine(bamboo, leaves) > 0.6 && cosine(bamboo, tax) < 0.2);
      assert.equal(usage?.promptTokens, counts);
      assert.equal(over.sent()['model'], 'v-1');
    });

    it(`come as ${form} where base64 is wished`, async () => {
      await using over = await scene();
      const [plain] = (await over.embed()).vectors;
      const { vectors } = await over.embed({ encoding: 'base64' });
      assert.deepEqual([plain?.encoding, vectors[0]?.encoding], ['float', form]);
      assert.ok(Math.abs(cosine(numbersOf(plain), numbersOf(vectors[0])) - 1) < 1e-5);
    });

    if (isFixed === undefined) {
      it('are as long as wished', async () => {
        await using over = await scene();
        assert.equal(numbersOf((await over.embed({ dimensions: 64 })).vectors[0]).length, 64);
      });
    }

    for (const inputType of inputTypes) {
      it(`say that they are for ${inputType}, in the words of the vendor`, async () => {
        await using over = await scene();
        await over.embed({ inputType });
        assert.match(String(over.sent()['task']), /^[a-z]+(?:[.-][a-z]+)?$/);
      });
    }

    if (ranks !== false) {
      it('rank documents, the best first', async () => {
        await using over = await scene();
        const answer = await over.rank();
        assert.deepEqual([answer?.results[0]?.index, answer?.results.length], [1, 2]);
        assert.ok((answer?.usage?.totalTokens ?? 0) >= TEXTS.length);
      });
    }
  });
}

it('tokens are embedded over the profile vllm', async () => {
  await using fake = await startFakeOpenAiCompatible();
  const { embeddings } = openAiCompatible({
    profile: 'vllm',
    baseUrl: fake.baseUrl,
    apiKey: fake.apiKey,
    http,
    models: { 'acme/vectors': { task: 'embeddings', context: 512, pricing } },
  });
  assert.ok(embeddings?.endpoint('acme/vectors')?.inputs.has('tokens'));
  const inputs = [{ type: 'tokens', tokens: [1, 2, 3] }] as const;
  const answer = await embeddings?.embed(embeddingJob('acme/vectors', { inputs }), context());
  assert.equal(answer?.vectors.length, 1);
});
