import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GoogleGenAI } from '@google/genai';
import { Mistral } from '@mistralai/mistralai';
import { CohereClientV2 } from 'cohere-ai';
import OpenAI from 'openai';
import Together from 'together-ai';
import { VoyageAIClient } from 'voyageai';
import {
  startFakeCohere,
  startFakeGemini,
  startFakeMistralEmbeddings,
  startFakeOpenAi,
  startFakeTogetherChat,
  startFakeVertex,
  startFakeVoyage,
} from '@model-gateway/providers/testing';

/* The official clients against the fakes, before our adapters meet them. */

const cosine = (a: readonly number[] = [], b: readonly number[] = []) =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
const TEXTS = ['red panda eats bamboo', 'red panda eats leaves'];

describe('fakes of embeddings, judged by official clients', () => {
  it('openai, in base64 unasked and in numbers', async () => {
    await using fake = await startFakeOpenAi();
    const client = new OpenAI({ baseURL: fake.baseUrl, apiKey: fake.apiKey, maxRetries: 0 });
    const ask = (more: object) =>
      client.embeddings.create({ model: 'text-embedding-3-small', input: TEXTS, ...more });
    const [packed, plain] = [await ask({}), await ask({ encoding_format: 'float' })];
    const at = (answer: typeof packed, wanted: number) =>
      answer.data.find(({ index }) => index === wanted)?.embedding;
    assert.ok(cosine(at(packed, 0), at(packed, 1)) > 0.6);
    assert.ok(Math.abs(cosine(at(packed, 0), at(plain, 0)) - 1) < 1e-5);
    assert.equal((await ask({ dimensions: 8 })).data[0]?.embedding.length, 8);
    assert.equal(packed.usage.prompt_tokens, 8);
    await assert.rejects(ask({ input: '' }), { status: 400 });
    await assert.rejects(ask({ input_type: 'query' }), { status: 400, param: 'input_type' });
  });

  it('voyageai, and its rankings', async () => {
    await using fake = await startFakeVoyage();
    const client = new VoyageAIClient({
      apiKey: fake.apiKey,
      environment: fake.baseUrl,
      maxRetries: 0,
    });
    const answer = await client.embed({
      model: 'voyage-3.5',
      input: TEXTS,
      inputType: 'document',
      outputDimension: 256,
    });
    assert.deepEqual(
      answer.data?.map(({ embedding }) => embedding?.length),
      [256, 256],
    );
    assert.equal(answer.usage?.totalTokens, 8);
    const ranked = await client.rerank({
      model: 'rerank-2.5',
      query: 'leaves',
      documents: TEXTS,
      topK: 1,
    });
    assert.equal(ranked.data?.[0]?.index, 1);
  });

  it('together-ai, and its rankings', async () => {
    await using fake = await startFakeTogetherChat();
    const client = new Together({ apiKey: fake.apiKey, baseURL: fake.baseUrl, maxRetries: 0 });
    const { data } = await client.embeddings.create({
      model: 'BAAI/bge-base-en-v1.5',
      input: TEXTS,
    });
    const at = (wanted: number) => data.find(({ index }) => index === wanted)?.embedding;
    assert.ok(cosine(at(0), at(1)) > 0.6);
    const { results, usage } = await client.rerank.create({
      model: 'Salesforce/Llama-Rank-v1',
      query: 'leaves',
      documents: TEXTS,
      top_n: 1,
    });
    assert.deepEqual(
      results.map(({ index }) => index),
      [1],
    );
    assert.ok((usage?.total_tokens ?? 0) > 0);
  });

  it('@mistralai/mistralai', async () => {
    await using fake = await startFakeMistralEmbeddings();
    const client = new Mistral({ apiKey: fake.apiKey, serverURL: new URL(fake.baseUrl).origin });
    const { data, usage } = await client.embeddings.create({
      model: 'codestral-embed',
      inputs: TEXTS,
      outputDimension: 64,
    });
    assert.deepEqual(
      data.map(({ embedding }) => embedding?.length),
      [64, 64],
    );
    assert.equal(usage.promptTokens, 8);
  });

  it('cohere-ai, and its rankings', async () => {
    await using fake = await startFakeCohere();
    const client = new CohereClientV2({ token: fake.apiKey, environment: fake.baseUrl });
    const { embeddings, meta } = await client.embed({
      model: 'embed-v4.0',
      inputType: 'search_document',
      embeddingTypes: ['float'],
      texts: TEXTS,
      outputDimension: 256,
    });
    assert.ok(cosine(embeddings.float?.[0], embeddings.float?.[1]) > 0.6);
    assert.equal(meta?.billedUnits?.inputTokens, 8);
    const ranked = await client.rerank({
      model: 'rerank-v3.5',
      query: 'leaves',
      documents: TEXTS,
      topN: 1,
    });
    assert.deepEqual(
      ranked.results.map(({ index }) => index),
      [1],
    );
    assert.equal(ranked.meta?.billedUnits?.searchUnits, 1);
  });

  it('@google/genai, on Vertex AI', async () => {
    await using fake = await startFakeVertex();
    const baseUrl = fake.baseUrl.replace('/v1beta1', '');
    const httpOptions = { baseUrl, apiVersion: 'v1beta1' };
    const client = new GoogleGenAI({ vertexai: true, apiKey: fake.apiKey, httpOptions });
    const ask = (model: string, contents: readonly string[]) =>
      client.models.embedContent({
        model,
        contents: [...contents],
        config: { taskType: 'RETRIEVAL_DOCUMENT', outputDimensionality: 256, autoTruncate: false },
      });
    const { embeddings } = await ask('text-embedding-005', TEXTS);
    assert.deepEqual(
      embeddings?.map(({ values, statistics }) => [values?.length, statistics?.tokenCount]),
      [
        [256, 4],
        [256, 4],
      ],
    );
    await assert.rejects(ask('gemini-embedding-001', TEXTS), { status: 400 });
    await assert.rejects(ask('text-embedding-none', TEXTS), { status: 404 });
  });

  it('@google/genai', async () => {
    await using fake = await startFakeGemini();
    const baseUrl = fake.baseUrl.replace('/v1beta', '');
    const httpOptions = { baseUrl, apiVersion: 'v1beta' };
    const client = new GoogleGenAI({ apiKey: fake.apiKey, httpOptions });
    const { embeddings } = await client.models.embedContent({
      model: 'gemini-embedding-001',
      contents: TEXTS,
      config: { taskType: 'RETRIEVAL_DOCUMENT', outputDimensionality: 256 },
    });
    assert.deepEqual(
      embeddings?.map(({ values }) => values?.length),
      [256, 256],
    );
  });
});
