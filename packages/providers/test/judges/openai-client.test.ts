import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import OpenAI, { APIError, toFile } from 'openai';
import { startFakeOpenAi, tinyImage, tinyImageBytes } from '@model-gateway/providers/testing';

const clientOf = ({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }) =>
  new OpenAI({ baseURL: baseUrl, apiKey, maxRetries: 0 });

describe('the fake of OpenAI, judged by the official client', () => {
  it('generates', async () => {
    await using fake = await startFakeOpenAi();
    const { data, usage } = await clientOf(fake).images.generate({
      model: 'gpt-image-2',
      prompt: 'a cat',
      n: 2,
    });
    assert.deepEqual(
      data?.map(({ b64_json }) => b64_json),
      [tinyImage('png'), tinyImage('png')],
    );
    assert.equal(usage?.input_tokens_details.text_tokens, 8);
  });

  it('edits one image and several', async () => {
    await using fake = await startFakeOpenAi();
    const image = await toFile(tinyImageBytes('png'), 'cat.png', { type: 'image/png' });
    for (const images of [image, [image, image]]) {
      const request = { model: 'gpt-image-2', prompt: 'a cat', image: images };
      const { data } = await clientOf(fake).images.edit(request);
      assert.equal(data?.length, 1);
    }
  });

  it('streams', async () => {
    await using fake = await startFakeOpenAi();
    const stream = await clientOf(fake).images.generate({
      model: 'gpt-image-2',
      prompt: 'a cat',
      stream: true,
      partial_images: 1,
    });
    const types: string[] = [];
    for await (const event of stream) types.push(event.type);
    assert.deepEqual(types, ['image_generation.partial_image', 'image_generation.completed']);
  });

  it('refuses a wrong key and a wrong parameter as the client expects it', async () => {
    await using fake = await startFakeOpenAi();
    const request = { model: 'gpt-image-2', prompt: 'a cat' };
    const wrongKey = clientOf({ ...fake, apiKey: 'wrong' });
    await assert.rejects(wrongKey.images.generate(request), OpenAI.AuthenticationError);
    await assert.rejects(
      clientOf(fake).images.generate({ ...request, n: 11 }),
      (error) => error instanceof APIError && error.status === 400 && error.param === 'n',
    );
  });
});
