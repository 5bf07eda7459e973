import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createOpenRouter } from '@openrouter/ai-sdk-provider';
import { OpenRouter } from '@openrouter/sdk';
import * as errors from '@openrouter/sdk/models/errors';
import { APICallError, generateImage } from 'ai';
import { startMockGateway, type MockKeyName, type RunningMockGateway } from '@model-gateway/mock';

const PAINT = 'acme/paint-1';
const PNG = /^iVBORw0KGgo/;

/** The official clients of the look-alike check every answer; a wrong name or type rejects. */
describe('images through official clients', () => {
  let gateway: RunningMockGateway;
  const client = (key: MockKeyName = 'inference') =>
    new OpenRouter({ apiKey: gateway.keys[key], serverURL: gateway.baseURL });

  before(async () => {
    gateway = await startMockGateway({ dialect: 'openrouter' });
  });
  after(() => gateway.close());

  it('@openrouter/sdk reads a buffered answer', async () => {
    const result = await client().images.generate({
      imageGenerationRequest: {
        model: PAINT,
        prompt: 'red panda',
        n: 2,
        size: '128x128',
        seed: 5,
        provider: { allowFallbacks: true, sort: 'price' },
        stream: false,
      },
    });
    assert.ok('data' in result);
    assert.equal(result.data.length, 2);
    for (const { b64Json, mediaType } of result.data) {
      assert.match(b64Json, PNG);
      assert.equal(mediaType, 'image/png');
    }
    assert.equal(result.usage?.cost, 0.08);
  });

  it('@openrouter/sdk reads a stream to its end', async () => {
    const stream = await client().images.generate({
      imageGenerationRequest: { model: PAINT, prompt: 'red panda', size: '128x128', stream: true },
    });
    assert.ok(!('data' in stream));
    const types: string[] = [];
    for await (const event of stream) {
      types.push(event.type);
      if (event.type === 'image_generation.completed') {
        assert.match(event.b64Json, PNG);
        assert.equal(event.usage?.cost, 0.04);
      }
    }
    assert.ok(types.includes('image_generation.partial_image'));
    assert.equal(types.at(-1), 'image_generation.completed');
    assert.ok(!types.includes('UNKNOWN'), types.join());
  });

  const failures: readonly (readonly [
    string,
    MockKeyName,
    object,
    number,
    new (...args: never[]) => Error,
  ])[] = [
    ['a bad parameter', 'inference', { n: 11 }, 400, errors.BadRequestResponseError],
    ['an unknown key', 'revoked', {}, 401, errors.UnauthorizedResponseError],
    ['no credits', 'broke', {}, 402, errors.PaymentRequiredResponseError],
    ['a management key', 'management', {}, 403, errors.ForbiddenResponseError],
    ['an unknown model', 'inference', { model: 'acme/nothing' }, 404, errors.NotFoundResponseError],
  ];
  for (const [name, key, more, status, type] of failures) {
    it(`@openrouter/sdk throws its typed error for ${name}`, async () => {
      const request = { model: PAINT, prompt: 'x', size: '64x64', stream: false, ...more } as const;
      await assert.rejects(
        client(key).images.generate({ imageGenerationRequest: request }),
        (error) => {
          assert.ok(error instanceof type, String(error));
          assert.ok(error instanceof errors.OpenRouterError);
          assert.equal(error.statusCode, status);
          return true;
        },
      );
    });
  }

  it('the AI SDK generates images', async () => {
    const provider = createOpenRouter({ apiKey: gateway.apiKey, baseURL: gateway.baseURL });
    const { images, usage } = await generateImage({
      model: provider.imageModel(PAINT),
      prompt: 'red panda',
      n: 2,
      size: '64x64',
      seed: 7,
    });
    assert.equal(images.length, 2);
    for (const { base64, mediaType } of images) {
      assert.match(base64, PNG);
      assert.equal(mediaType, 'image/png');
    }
    assert.ok((usage.totalTokens ?? 0) > 0);
  });

  it('the AI SDK sends references', async () => {
    const provider = createOpenRouter({ apiKey: gateway.apiKey, baseURL: gateway.baseURL });
    const model = provider.imageModel(PAINT);
    const first = await generateImage({ model, prompt: 'x', size: '64x64' });
    const edited = await generateImage({
      model,
      prompt: { text: 'the same in blue', images: [first.image.uint8Array] },
      size: '64x64',
    });
    assert.match(edited.image.base64, PNG);
  });

  it('the AI SDK throws the error that it should', async () => {
    const provider = createOpenRouter({ apiKey: gateway.keys.broke, baseURL: gateway.baseURL });
    await assert.rejects(
      generateImage({ model: provider.imageModel(PAINT), prompt: 'x', maxRetries: 0 }),
      (error) => {
        assert.ok(APICallError.isInstance(error), String(error));
        assert.equal(error.statusCode, 402);
        assert.match(error.message, /Insufficient credits/);
        return true;
      },
    );
  });
});
