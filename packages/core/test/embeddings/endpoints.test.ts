import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ModelEndpoints } from '../../src/resources/endpoint.ts';
import { get } from '../builders.ts';
import {
  anEmbedder,
  anEndpoint,
  aRanker,
  aRanking,
  ATLAS,
  aVectorGateway,
  fails,
  SIEVE,
} from './embedding-builders.ts';

/* Endpoints of embeddings and rankings in GET /models/{author}/{slug}/endpoints, GET /endpoints/zdr.
   Source: contract §16.5, §16.6. */

type Scene = Pick<ReturnType<typeof aVectorGateway>, 'gateway'>;

async function listed({ gateway }: Scene, model: string) {
  const answer = await get(gateway, `/models/${model}/endpoints`);
  assert.equal(answer.status, 200, answer.text);
  return (JSON.parse(answer.text) as { data: ModelEndpoints }).data.endpoints;
}

describe('the endpoints of a model of embeddings', () => {
  it('are shown in the order of the providers, with what their requests may say', async () => {
    const endpoint = anEndpoint({ quantization: 'fp8' });
    const fixed = anEndpoint({ dimensions: { usual: 2 }, inputTypes: new Set() });
    const scene = aVectorGateway([
      anEmbedder('two', undefined, endpoint),
      aRanker('other'),
      anEmbedder('one', undefined, fixed),
    ]);
    const [first, second, ...others] = await listed(scene, ATLAS);
    assert.deepEqual([first?.tag, second?.tag, others], ['two', 'one', []]);
    assert.deepEqual(first, {
      name: `TWO | ${ATLAS}`,
      model_id: ATLAS,
      model_name: first?.model_name,
      provider_name: 'TWO',
      tag: 'two',
      context_length: 8192,
      max_completion_tokens: null,
      max_prompt_tokens: null,
      quantization: 'fp8',
      pricing: endpoint.pricing,
      supported_parameters: ['encoding_format', 'dimensions', 'input_type'],
      supports_implicit_caching: false,
      supports_tool_choice: { auto: false, none: false, required: false, function: false },
      latency_last_30m: null,
      throughput_last_30m: null,
      uptime_last_5m: null,
      uptime_last_30m: null,
      uptime_last_1d: null,
    });
    assert.deepEqual(second?.supported_parameters, ['encoding_format']);
    const oneOf = anEmbedder('one', undefined, anEndpoint({ dimensions: { oneOf: [2, 4] } }));
    const [listedOne] = await listed(aVectorGateway([oneOf]), ATLAS);
    assert.ok(listedOne?.supported_parameters.includes('dimensions'));
  });

  it('are measured by their attempts', async () => {
    const scene = aVectorGateway([anEmbedder('one', fails('server')), anEmbedder('two')]);
    assert.equal((await scene.embed()).status, 200);
    assert.deepEqual(
      (await listed(scene, ATLAS)).map((one) => one.uptime_last_5m),
      [0, 100],
    );
  });
});

it('the endpoints of a model of rankings are shown', async () => {
  const [only, ...others] = await listed(aVectorGateway([aRanker('one')]), SIEVE);
  assert.deepEqual(
    [only?.tag, only?.context_length, only?.supported_parameters, only?.pricing.request, others],
    ['one', 4096, ['top_n'], '0.002', []],
  );
});

it('GET /endpoints/zdr lists endpoints of embeddings and rankings that retain nothing', async () => {
  const isZeroRetention = true;
  const { gateway } = aVectorGateway([
    anEmbedder('keeps'),
    anEmbedder('forgets', undefined, anEndpoint({ isZeroRetention })),
    aRanker('ranks', undefined, aRanking({ isZeroRetention })),
  ]);
  const { text } = await get(gateway, '/endpoints/zdr');
  const { data } = JSON.parse(text) as { data: ModelEndpoints['endpoints'] };
  assert.deepEqual(
    data.map(({ tag, model_id }) => `${tag} ${model_id}`),
    [`forgets ${ATLAS}`, `ranks ${SIEVE}`],
  );
});
