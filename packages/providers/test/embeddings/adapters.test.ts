import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isProviderFailure, type EmbeddingJob, type Provider } from '@model-gateway/core';
import { defineChatProvider } from '@model-gateway/providers';
import { cohere } from '@model-gateway/providers/cohere';
import { gemini } from '@model-gateway/providers/gemini';
import { openai } from '@model-gateway/providers/openai';
import { openAiCompatible } from '@model-gateway/providers/openai-compatible';
import { vertex } from '@model-gateway/providers/vertex';
import {
  startFakeCohere,
  startFakeGemini,
  startFakeMistralEmbeddings,
  startFakeOpenAi,
  startFakeVertex,
  startFakeVoyage,
} from '@model-gateway/providers/testing';
import { context, cosine, embeddingJob, http, numbersOf, ranking } from './jobs.ts';

/** What each vendor is, over its fake. */
const VENDORS = [
  {
    name: 'openai',
    start: startFakeOpenAi,
    make: (access: Access) => openai(access),
    model: 'openai/text-embedding-3-small',
    length: 1536,
    form: 'base64',
    counts: 10 + 1,
  },
  {
    name: 'voyage',
    start: startFakeVoyage,
    make: (access: Access) => openAiCompatible({ profile: 'voyage', ...access }),
    model: 'voyageai/voyage-3.5',
    length: 1024,
    form: 'base64',
    counts: 11,
  },
  {
    name: 'mistral',
    start: startFakeMistralEmbeddings,
    make: (access: Access) => openAiCompatible({ profile: 'mistral', ...access }),
    model: 'mistralai/codestral-embed-2505',
    length: 1024,
    form: 'base64',
    counts: 11,
  },
  {
    name: 'cohere',
    start: startFakeCohere,
    make: (access: Access) => cohere(access),
    model: 'cohere/embed-v4.0',
    length: 1536,
    form: 'float',
    counts: 11,
  },
  {
    name: 'gemini',
    start: startFakeGemini,
    make: (access: Access) => gemini(access),
    model: 'google/gemini-embedding-001',
    length: 3072,
    form: 'float',
    counts: undefined,
  },
  {
    name: 'vertex',
    start: startFakeVertex,
    make: (access: Access) => vertex({ project: 'acme', ...access }),
    model: 'google/text-embedding-005',
    length: 768,
    form: 'float',
    counts: 11,
  },
] as const;

interface Access {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly http: typeof http;
}

for (const { name, start, make, model, length, form, counts } of VENDORS) {
  describe(`embeddings over ${name}`, () => {
    const over = async (run: (provider: Provider) => Promise<void>) => {
      await using fake = await start();
      await run(make({ apiKey: fake.apiKey, baseUrl: fake.baseUrl, http }));
    };
    const embed = async ({ embeddings }: Provider, more: Partial<EmbeddingJob> = {}) => {
      const answer = await embeddings?.embed(embeddingJob(model, more), context());
      assert.ok(answer);
      return answer;
    };

    it('are of the inputs, in their order', () =>
      over(async (provider) => {
        const { vectors, usage } = await embed(provider);
        const [bamboo = [], leaves = [], tax = []] = vectors.map(numbersOf);
        assert.equal(bamboo.length, length);
        assert.ok(cosine(bamboo, leaves) > 0.6 && cosine(bamboo, tax) < 0.2);
        assert.equal(usage?.promptTokens, counts);
      }));

    it(`come as ${form} where base64 is wished`, () =>
      over(async (provider) => {
        const [plain] = (await embed(provider)).vectors;
        const { vectors } = await embed(provider, { encoding: 'base64' });
        assert.deepEqual([plain?.encoding, vectors[0]?.encoding], ['float', form]);
        const [a, b] = [numbersOf(plain), numbersOf(vectors[0])];
        assert.ok(Math.abs(cosine(a, b) - 1) < 1e-5);
      }));

    it('are as long as wished, and of the length 1', () =>
      over(async (provider) => {
        const endpoint = provider.embeddings?.endpoint(model);
        const dimensions = endpoint?.dimensions.oneOf?.[0] ?? 256;
        const [first] = (await embed(provider, { dimensions })).vectors;
        const numbers = numbersOf(first);
        assert.equal(numbers.length, dimensions);
        assert.ok(Math.abs(cosine(numbers, numbers) - 1) < 1e-4);
      }));

    it('say what they are for, in the words of the vendor', () =>
      over(async (provider) => {
        const types = [...(provider.embeddings?.endpoint(model)?.inputTypes ?? [])];
        for (const inputType of types) await embed(provider, { inputType });
      }));

    it('are refused without the right key, and say nothing of it', async () => {
      await using fake = await start();
      const provider = make({ apiKey: 'wrong-key-of-a-test', baseUrl: fake.baseUrl, http });
      await assert.rejects(embed(provider), (error: unknown) => {
        assert.ok(isProviderFailure(error));
        assert.equal(error.failure, 'credential');
        assert.ok(!error.message.includes('wrong-key'));
        return true;
      });
    });

    it('have prices and a source in the list of models', () =>
      over(async (provider) => {
        const { catalog, models } = provider as ReturnType<typeof make>;
        const entry = catalog.find((one) => one.model.id === model)?.model;
        assert.deepEqual(entry?.architecture.output_modalities, ['embeddings']);
        assert.ok(Number(entry.pricing.prompt) > 0);
        const listed = models.find(({ id }) => id === model);
        assert.ok(listed !== undefined && listed.source !== '' && listed.asOf !== '');
      }));
  });
}

it('over vertex are of one text a call, by the newest model', async () => {
  await using fake = await startFakeVertex();
  const { apiKey, baseUrl } = fake;
  const { embeddings } = vertex({ project: 'acme', apiKey, baseUrl, http });
  const model = 'google/gemini-embedding-001';
  assert.equal(embeddings?.endpoint(model)?.batch?.inputs, 1);
  const inputs = [{ type: 'text', text: 'red panda' }] as const;
  const answer = await embeddings.embed(
    embeddingJob(model, { inputs, inputType: 'clustering' }),
    context(),
  );
  assert.deepEqual([answer.vectors.length, answer.usage?.promptTokens], [1, 2]);
  assert.deepEqual(fake.requests.at(-1)?.request.json(), {
    instances: [{ content: 'red panda', task_type: 'CLUSTERING' }],
    parameters: { autoTruncate: false },
  });
  // Without a project there are neither embeddings nor models of Anthropic.
  const express = vertex({ apiKey, baseUrl, http });
  assert.equal(express.embeddings, undefined);
  assert.equal(express.chat?.endpoint('anthropic/claude-opus-5'), undefined);
});

async function* arrives(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

describe('rankings', () => {
  it('over cohere are priced by units of search', async () => {
    await using fake = await startFakeCohere();
    const { rerank } = cohere({ apiKey: fake.apiKey, baseUrl: fake.baseUrl, http });
    const answer = await rerank?.rerank({ ...ranking, model: 'cohere/rerank-v3.5' }, context());
    assert.deepEqual(answer?.results.map(({ index }) => index)[0], 1);
    assert.deepEqual(answer?.results.length, 2);
    assert.equal(answer?.usage?.searchUnits, 1);
  });

  it('over voyage are priced by tokens', async () => {
    await using fake = await startFakeVoyage();
    const { apiKey, baseUrl } = fake;
    const { rerank } = openAiCompatible({ profile: 'voyage', apiKey, baseUrl, http });
    const answer = await rerank?.rerank({ ...ranking, model: 'voyageai/rerank-2.5' }, context());
    assert.deepEqual(answer?.results[0]?.index, 1);
    assert.equal(answer?.usage?.totalTokens, 14);
  });

  it('has no number for what is not one', async () => {
    const results = '[{"index":null,"relevance_score":null},{"index":"1","relevance_score":"1"}]';
    const json = `{"results":${results},"meta":{"billed_units":{"search_units":1e999}}}`;
    const { rerank } = cohere({
      apiKey: 'x',
      baseUrl: 'http://127.0.0.1:9',
      http: async () => ({ status: 200, headers: {}, body: arrives(json) }),
    });
    const answer = await rerank?.rerank({ ...ranking, model: 'cohere/rerank-v3.5' }, context());
    const nothing = { index: NaN, score: NaN };
    assert.deepEqual(answer?.results, [nothing, nothing]);
    assert.equal(answer?.usage?.searchUnits, undefined);
  });
});

it('of a provider that makes nothing else, models have to be known or told', () => {
  const only = defineChatProvider({
    slug: 'acme',
    name: 'Acme',
    baseUrl: 'http://127.0.0.1:9',
    authorize: () => ({}),
    vectors: {
      embeddings: {
        models: () => ({}),
        usual: () => ({}),
        run: async () => ({ vectors: [] }),
      },
    },
  });
  assert.throws(
    () => only({ apiKey: 'k', http, models: { 'acme/none': {} } }),
    /"acme\/none"\] is not a known model of embeddings or rankings: say its task, context/,
  );
});

describe('models of one’s own', () => {
  const house = (models: object) =>
    openAiCompatible({
      slug: 'house',
      name: 'House',
      baseUrl: 'http://127.0.0.1:9/v1',
      apiKey: 'x',
      http,
      // Also what a program without types passes.
      models: models as never,
    });
  const pricing = { prompt: '0.00000002', completion: '0' };

  it('are embeddings or rankings where their task says so', () => {
    const provider = house({
      'acme/vectors': { task: 'embeddings', context: 512, pricing, dimensions: { usual: 768 } },
      'acme/ranks': { task: 'rerank', context: 512, pricing },
      'acme/quill': { context: 512, pricing },
    });
    assert.equal(provider.embeddings?.endpoint('acme/vectors')?.dimensions.usual, 768);
    assert.equal(provider.rerank?.endpoint('acme/ranks')?.contextTokens, 512);
    assert.ok(provider.chat?.endpoint('acme/quill'));
    assert.equal(provider.catalog.length, 3);
  });

  for (const [what, entry, message] of [
    ['without a context', { task: 'embeddings', pricing }, /context is missing/],
    [
      'with an unknown member',
      { task: 'embeddings', context: 1, pricing, dimension: 3 },
      /did you mean dimensions/,
    ],
    [
      'with a length of 0',
      { task: 'embeddings', context: 1, pricing, dimensions: { usual: 0 } },
      /dimensions\.usual/,
    ],
    ['with an unknown task', { task: 'rank', context: 1, pricing }, /task/],
    [
      'that pass a forbidden member on',
      { task: 'rerank', context: 1, pricing, passthrough: ['model'] },
      /passthrough/,
    ],
  ] as const) {
    it(`are refused ${what}`, () => {
      assert.throws(() => house({ 'acme/x': entry }), message);
    });
  }
});
