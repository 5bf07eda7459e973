import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryGenerationStore } from '@model-gateway/core';
import { aRequest, bearer } from '../builders.ts';
import {
  anEmbedder,
  anEndpoint,
  answers,
  ATLAS,
  aVectorGateway,
  base64,
  counts,
  floats,
  jsonOf,
  vectorsIn,
} from './embedding-builders.ts';

describe('POST /embeddings (contract §17)', () => {
  it('answers with a vector for each input, in order, and what they cost', async () => {
    const { embed, balance } = aVectorGateway([anEmbedder('one')]);
    const response = await embed({ input: ['red', 'panda'] });
    assert.equal(response.status, 200);
    const { id, ...json } = jsonOf(response);
    assert.match(String(id), /^gen-1785585600-[0-9A-Za-z]{20}$/);
    assert.equal(response.headers['x-generation-id'], id);
    assert.equal(response.headers['x-provider-name'], 'ONE');
    assert.deepEqual(json, {
      object: 'list',
      model: ATLAS,
      provider: 'ONE',
      data: [
        { object: 'embedding', index: 0, embedding: [0, 0] },
        { object: 'embedding', index: 1, embedding: [1, 1] },
      ],
      usage: { prompt_tokens: 2, total_tokens: 2, cost: 0.00004 },
    });
    assert.equal(balance(), '9.99996');
  });

  it('passes every parameter on, the user as a pseudonym', async () => {
    const provider = anEmbedder('one');
    await aVectorGateway([provider]).embed({
      dimensions: 4,
      encoding_format: 'base64',
      input_type: 'search_query',
      user: 'ada',
      provider: { options: { one: { truncate: 'END' } } },
    });
    const [{ user, ...job } = { user: '' }] = provider.jobs;
    assert.match(user ?? '', /^[0-9a-f]{64}$/);
    assert.deepEqual(job, {
      model: ATLAS,
      inputs: [{ type: 'text', text: 'red panda' }],
      encoding: 'base64',
      dimensions: 4,
      inputType: 'search_query',
      options: { truncate: 'END' },
    });
  });

  it('reads texts, tokens, lists of tokens and parts', async () => {
    const provider = anEmbedder('one');
    const { embed } = aVectorGateway([provider]);
    const url = 'data:image/png;base64,AAAA';
    const inputs = [
      'one',
      ['one', 'two'],
      [1, 2, 3],
      [[1, 2], [3]],
      [
        {
          content: [
            { type: 'text', text: 'a' },
            { type: 'image_url', image_url: { url } },
          ],
        },
      ],
    ];
    const lengths: unknown[] = [];
    for (const input of inputs) lengths.push(jsonOf(await embed({ input })).data?.length);
    assert.deepEqual(lengths, [1, 2, 1, 2, 1]);
    const source = { kind: 'base64', value: 'AAAA' };
    const image = { type: 'media', kind: 'image', mediaType: 'image/png', source };
    assert.deepEqual(
      provider.jobs.map(({ inputs: read }) => read),
      [
        [{ type: 'text', text: 'one' }],
        [
          { type: 'text', text: 'one' },
          { type: 'text', text: 'two' },
        ],
        [{ type: 'tokens', tokens: [1, 2, 3] }],
        [
          { type: 'tokens', tokens: [1, 2] },
          { type: 'tokens', tokens: [3] },
        ],
        [{ type: 'parts', parts: [{ type: 'text', text: 'a' }, image] }],
      ],
    );
  });

  it('takes one text of more tokens than there may be inputs', async () => {
    const provider = anEmbedder('one', counts, anEndpoint({ contextTokens: 32_000 }));
    const tokens = Array.from({ length: 10_001 }, (_, at) => at);
    const response = await aVectorGateway([provider]).embed({ input: tokens });
    assert.equal(response.status, 200);
    assert.deepEqual(provider.jobs[0]?.inputs, [{ type: 'tokens', tokens }]);
  });

  it('is the path of a host while no provider has the face', async () => {
    const { gateway } = aVectorGateway([]);
    for (const [method, path] of [
      ['POST', '/embeddings'],
      ['GET', '/embeddings/models'],
      ['POST', '/rerank'],
    ]) {
      const request = aRequest(path ?? '', { method: method ?? '', headers: bearer() });
      assert.equal(await gateway.handle(request), undefined, path);
    }
  });

  it('records what was made, and keeps the generation', async () => {
    const generations = createMemoryGenerationStore();
    const { embed, records, gateway } = aVectorGateway([anEmbedder('one')], { generations });
    const { id } = jsonOf(await embed({ input: ['a', 'b'], dimensions: 3 }));
    const { generation, operation } = records[0] ?? {};
    assert.equal(operation, 'createEmbeddings');
    assert.equal(generation?.task, 'embeddings');
    assert.deepEqual(generation?.outputs, [{ type: 'vectors', count: 2, dimensions: 3 }]);
    assert.equal(generation?.costUsd, '0.00004');
    assert.equal(generation?.usage?.promptTokens, 2);
    assert.deepEqual(generation?.parameters, { dimensions: 3 });
    const kept = await gateway.handle(
      aRequest(`/generation?id=${String(id)}`, { headers: bearer() }),
    );
    assert.ok(kept);
    const { data } = jsonOf(kept) as unknown as { data: Record<string, unknown> };
    assert.equal(data['api_type'], 'embeddings');
    assert.equal(data['tokens_prompt'], 2);
  });

  it('gives observers of contents what went in', async () => {
    const seen: unknown[] = [];
    const observer = {
      wants: () => 'content' as const,
      observe: ({ generation }: { generation: { content: unknown } | undefined }) =>
        void seen.push(generation?.content),
    };
    const { embed } = aVectorGateway([anEmbedder('one')], { observers: [observer] });
    await embed({ input: 'red panda' });
    await embed({ input: ['a', 'b'] });
    const prompts = seen.map((content) => (content as { prompt: string }).prompt);
    assert.deepEqual(prompts, ['red panda', '["a","b"]']);
  });

  it('lists the models that make embeddings, by pages', async () => {
    const { gateway } = aVectorGateway([anEmbedder('one')]);
    const list = async (search: string) => {
      const response = await gateway.handle(
        aRequest(`/embeddings/models${search}`, { headers: bearer() }),
      );
      assert.ok(response);
      return jsonOf(response) as unknown as { data: { id: string }[]; total_count: number };
    };
    const { data, total_count: total } = await list('');
    assert.deepEqual(
      data.map(({ id }) => id),
      [ATLAS],
    );
    assert.equal(total, 1);
    assert.deepEqual((await list('?offset=1&limit=1')).data, []);
  });
});

describe('the form of vectors (contract §17.2)', () => {
  const sent = base64(0.5, -1);
  const parts = [sent.slice(0, 3), sent.slice(3)].map((text) => Buffer.from(text));
  const inBase64 = { vectors: [{ encoding: 'base64' as const, parts }] };

  it('is base64 only where the client asks, and then as the provider sent it', async () => {
    const { embed } = aVectorGateway([anEmbedder('one', answers(inBase64))]);
    const response = await embed({ encoding_format: 'base64' });
    assert.deepEqual(vectorsIn(response), [sent]);
    const { body } = response;
    assert.ok(body.kind === 'bytes' && parts.every((part) => body.parts.includes(part)));
    assert.deepEqual(vectorsIn(await embed()), [[0.5, -1]]);
  });

  it('is converted where the provider sent the other', async () => {
    const { embed } = aVectorGateway([anEmbedder('one', answers({ vectors: [floats(0.5, -1)] }))]);
    assert.deepEqual(vectorsIn(await embed({ encoding_format: 'base64' })), [sent]);
    assert.deepEqual(vectorsIn(await embed({ encoding_format: 'float' })), [[0.5, -1]]);
  });
});

describe('calls that an endpoint splits (contract §17.4)', () => {
  it('hold no more inputs than it takes, in order, and are charged once', async () => {
    const provider = anEmbedder('one', counts, anEndpoint({ batch: { inputs: 2 } }));
    const { embed, balance, records } = aVectorGateway([provider]);
    const response = await embed({ input: ['a', 'b', 'c', 'd', 'e'] });
    assert.deepEqual(
      provider.jobs.map(({ inputs }) => inputs.length),
      [2, 2, 1],
    );
    const { data, usage } = jsonOf(response);
    assert.deepEqual(
      data?.map(({ index }) => index),
      [0, 1, 2, 3, 4],
    );
    assert.deepEqual(vectorsIn(response), [
      [0, 0],
      [1, 1],
      [0, 0],
      [1, 1],
      [0, 0],
    ]);
    assert.equal(usage?.['prompt_tokens'], 5);
    assert.equal(balance(), '9.9999');
    assert.equal(records.length, 1);
  });

  it('hold no more tokens than it takes, as bytes bound them', async () => {
    const provider = anEmbedder('one', counts, anEndpoint({ batch: { tokens: 20 } }));
    const { embed } = aVectorGateway([provider]);
    const input = ['x'.repeat(8), 'x'.repeat(8), 'x'.repeat(100), 'é'.repeat(4), 'x'];
    await embed({ input });
    assert.deepEqual(
      provider.jobs.map(({ inputs }) => inputs.length),
      [2, 1, 2],
    );
  });

  it('are charged by what was counted, and estimated where it was not', async () => {
    const silent = answers({ vectors: [floats(1, 1)] });
    const provider = anEmbedder('one', [counts, silent], anEndpoint({ batch: { inputs: 1 } }));
    const { embed, records } = aVectorGateway([provider]);
    const response = await embed({ input: ['a', 'x'.repeat(36)] });
    assert.equal(jsonOf(response).usage?.['prompt_tokens'], 11);
    assert.deepEqual(records[0]?.generation?.usage?.isEstimated, true);
  });
});
