import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Endpoint, ModelEndpoints } from '../../src/resources/endpoint.ts';
import { aGateway, anEntry, envelopeOf, get } from '../builders.ts';
import {
  aChatGateway,
  anEndpoint,
  aTalker,
  CLOSE,
  delta,
  DONE,
  fails,
  framesOf,
  MODEL,
  OPEN,
  OTHER_MODEL,
  PRICING,
  START,
  STOP,
  usage,
  type Scene,
  type Talk,
} from '../chat/chat-builders.ts';

/* GET /models/{author}/{slug}/endpoints. Source: contract §16.5. */

const URL_OF_MODEL = `/models/${MODEL}/endpoints`;

async function listed({ gateway }: Pick<Scene, 'gateway'>, url = URL_OF_MODEL) {
  const answer = await get(gateway, url);
  assert.equal(answer.status, 200, answer.text);
  return (JSON.parse(answer.text) as { data: ModelEndpoints }).data;
}

async function theOnly(endpoint: Parameters<typeof anEndpoint>[0]): Promise<Endpoint> {
  const scene = aChatGateway([aTalker('acme', [], anEndpoint(endpoint))]);
  const [only, ...others] = (await listed(scene)).endpoints;
  assert.ok(only !== undefined && others.length === 0);
  return only;
}

/** Waits 400 ms for its first word and 600 ms for the last of 50 tokens. */
function timed(scene: () => Scene): Talk {
  return async function* (_job, context) {
    context.dispatched();
    yield [START];
    scene().clock.advance(400);
    yield [OPEN, delta('Hello')];
    scene().clock.advance(600);
    yield [CLOSE, STOP, usage({ inputTokens: 5, outputTokens: 50 }), DONE];
  };
}

describe('GET /models/{author}/{slug}/endpoints', () => {
  it('shows the model and what each provider can do', async () => {
    const providers = [
      aTalker('two', [], anEndpoint({ quantization: 'fp8', parameters: new Set(['seed']) })),
      aTalker('other', [], { [OTHER_MODEL]: anEndpoint() }),
      aTalker('one'),
    ];
    const { model } = anEntry({ id: MODEL });
    const { endpoints, ...shown } = await listed(aChatGateway(providers));
    assert.deepEqual(shown, {
      id: MODEL,
      name: model.name,
      created: model.created,
      description: model.description ?? '',
      architecture: { tokenizer: null, instruct_type: null, ...model.architecture },
    });
    assert.deepEqual(
      endpoints.map(({ tag }) => tag),
      ['two', 'one'],
    );
    assert.deepEqual(endpoints[0], {
      name: `TWO | ${MODEL}`,
      model_id: MODEL,
      model_name: model.name,
      provider_name: 'TWO',
      tag: 'two',
      context_length: 1000,
      max_completion_tokens: 100,
      max_prompt_tokens: null,
      quantization: 'fp8',
      pricing: PRICING,
      supported_parameters: ['max_tokens', 'max_completion_tokens', 'seed'],
      supports_implicit_caching: false,
      supports_tool_choice: { auto: false, none: false, required: false, function: false },
      latency_last_30m: null,
      throughput_last_30m: null,
      uptime_last_5m: null,
      uptime_last_30m: null,
      uptime_last_1d: null,
    });
  });

  it('names what goes with a parameter', async () => {
    const { supported_parameters: names } = await theOnly({
      parameters: new Set(['logprobs', 'reasoning']),
    });
    for (const name of ['top_logprobs', 'reasoning_effort', 'include_reasoning'])
      assert.ok(names.includes(name), name);
  });

  for (const [parameters, auto, forced] of [
    [[], false, false],
    [['tools'], true, false],
    [['tools', 'tool_choice'], true, true],
    [['tool_choice'], false, false],
  ] as const) {
    it(`knows the values of tool_choice with [${parameters.join(', ')}]`, async () => {
      const { supports_tool_choice: choice } = await theOnly({ parameters: new Set(parameters) });
      assert.deepEqual(choice, { auto, none: forced, required: forced, function: forced });
    });
  }

  for (const [prices, isImplicit] of [
    [{}, false],
    [{ input_cache_read: '0.0001' }, true],
    [{ input_cache_read: '0.0001', input_cache_write: '0.00125' }, false],
  ] as const) {
    it(`says ${isImplicit} of implicit caching with ${JSON.stringify(prices)}`, async () => {
      const endpoint = await theOnly({ pricing: { ...PRICING, ...prices } });
      assert.equal(endpoint.supports_implicit_caching, isImplicit);
    });
  }

  it('measures in milliseconds and tokens a second, to three digits', async () => {
    const scene: Scene = aChatGateway([
      aTalker(
        'acme',
        timed(() => scene),
      ),
    ]);
    await framesOf(await scene.chat({ stream: true }));
    const [{ latency_last_30m: latency, throughput_last_30m: throughput } = {}] = (
      await listed(scene)
    ).endpoints;
    // Within 2.5 % of 400 ms, and of 50 tokens in a second.
    for (const value of Object.values(latency ?? {})) assert.ok(Math.abs(value - 400) <= 10);
    for (const value of Object.values(throughput ?? {})) assert.ok(Math.abs(value - 50) <= 1.25);
    assert.deepEqual(Object.keys(latency ?? {}), ['p50', 'p75', 'p90', 'p99']);
    assert.match(String(latency?.p50), /^\d{3}$/);
  });

  it('forgets times after half an hour, and the uptime after a day', async () => {
    const scene: Scene = aChatGateway([aTalker('acme', [fails('server'), timed(() => scene)])]);
    for (let attempt = 0; attempt < 2; attempt++) await scene.chat();
    const at = async () => (await listed(scene)).endpoints[0];
    const uptimes = async () => {
      const endpoint = await at();
      return [
        endpoint?.uptime_last_5m,
        endpoint?.uptime_last_30m,
        endpoint?.uptime_last_1d,
      ] as const;
    };
    assert.deepEqual(await uptimes(), [50, 50, 50]);
    scene.clock.advance(6 * 60_000);
    assert.deepEqual(await uptimes(), [null, 50, 50]);
    scene.clock.advance(30 * 60_000);
    assert.deepEqual(await uptimes(), [null, null, 50]);
    assert.equal((await at())?.throughput_last_30m, null);
    scene.clock.advance(25 * 60 * 60_000);
    assert.deepEqual(await uptimes(), [null, null, null]);
  });

  it('shows times to nobody without a key', async () => {
    const scene: Scene = aChatGateway(
      [
        aTalker(
          'acme',
          timed(() => scene),
        ),
      ],
      {
        gateway: { publicCatalog: true },
      },
    );
    await framesOf(await scene.chat({ stream: true }));
    const answer = await get(scene.gateway, URL_OF_MODEL, { authorization: undefined });
    const [endpoint] = (JSON.parse(answer.text) as { data: ModelEndpoints }).data.endpoints;
    assert.equal(endpoint?.latency_last_30m, null);
    assert.equal(endpoint?.throughput_last_30m, null);
    assert.equal(endpoint?.uptime_last_1d, 100);
  });

  it('is where links.details of every model leads', async () => {
    const entries = [
      anEntry({ id: 'acme/quill:free', canonical_slug: 'acme/quill-7' }),
      anEntry({ id: 'acme/quill', canonical_slug: 'acme/quill-7' }),
    ];
    const gateway = aGateway({ entries });
    const { endpoints, id } = await listed({ gateway }, '/models/acme/quill-7/endpoints');
    assert.equal(id, 'acme/quill');
    assert.deepEqual(endpoints, []);
    assert.equal(
      (await listed({ gateway }, '/models/acme/quill:free/endpoints')).id,
      'acme/quill:free',
    );
    assert.equal(
      (await listed({ gateway }, '/models/acme/quill%3Afree/endpoints')).id,
      'acme/quill:free',
    );
  });

  for (const [what, name, allowedModels] of [
    ['an unknown model', 'acme/none', null],
    ['a model that the key may not use', MODEL, [OTHER_MODEL]],
  ] as const) {
    it(`is a 404 for ${what}`, async () => {
      const { gateway } = aChatGateway([aTalker('acme')], { key: { allowedModels } });
      const answer = await get(gateway, `/models/${name}/endpoints`);
      assert.equal(answer.status, 404);
      // Perhaps with another model that the key may use.
      assert.ok(envelopeOf(answer).error.message.startsWith(`Model not found: ${name}`));
    });
  }
});
