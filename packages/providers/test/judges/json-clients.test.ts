import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createByteDance } from '@ai-sdk/bytedance';
import { createXai } from '@ai-sdk/xai';
import { ApiError, GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import Together from 'together-ai';
import {
  startFakeArk,
  startFakeAzure,
  startFakeGemini,
  startFakeTogether,
  startFakeXai,
  tinyImage,
} from '@model-gateway/providers/testing';

const CALL = {
  prompt: 'a cat',
  n: 1,
  size: undefined,
  aspectRatio: undefined,
  seed: undefined,
  files: undefined,
  mask: undefined,
  providerOptions: {},
} as const;

describe('the fakes of providers that answer in JSON, judged by the official clients', () => {
  it('Gemini: generates, and refuses a wrong key', async () => {
    await using fake = await startFakeGemini();
    const clientOf = (apiKey: string) =>
      new GoogleGenAI({
        apiKey,
        httpOptions: { baseUrl: fake.baseUrl.replace('/v1beta', ''), apiVersion: 'v1beta' },
      });
    const request = {
      model: 'gemini-nano-banana-2.1',
      contents: 'a cat',
      config: { responseModalities: ['IMAGE'], imageConfig: { imageSize: '2K' } },
    };
    const { candidates, usageMetadata } = await clientOf(fake.apiKey).models.generateContent(
      request,
    );
    const part = candidates?.[0]?.content?.parts?.find(({ thought }) => thought !== true);
    assert.equal(part?.inlineData?.data, tinyImage('png'));
    assert.equal(usageMetadata?.candidatesTokenCount, 1120);
    await assert.rejects(
      clientOf('wrong').models.generateContent(request),
      (error) => error instanceof ApiError && error.status === 400,
    );
  });

  it('Together: generates', async () => {
    await using fake = await startFakeTogether();
    const client = new Together({ apiKey: fake.apiKey, baseURL: fake.baseUrl });
    const { data } = await client.images.generate({
      model: 'black-forest-labs/FLUX.1-schnell',
      prompt: 'a cat',
      response_format: 'base64',
    });
    const [image] = data;
    assert.ok(image && 'b64_json' in image);
    assert.equal(image.b64_json, tinyImage('jpeg'));
  });

  it('Azure: generates', async () => {
    await using fake = await startFakeAzure();
    // AzureOpenAI itself asks the older paths of deployments.
    const client = new OpenAI({
      apiKey: fake.apiKey,
      baseURL: fake.baseUrl,
      defaultHeaders: { 'api-key': fake.apiKey },
      defaultQuery: { 'api-version': 'v1' },
      maxRetries: 0,
    });
    const { data } = await client.images.generate({ model: 'images', prompt: 'a cat' });
    assert.equal(data?.[0]?.b64_json, tinyImage('png'));
  });

  it('xAI: generates', async () => {
    await using fake = await startFakeXai();
    const client = createXai({ apiKey: fake.apiKey, baseURL: fake.baseUrl });
    const { images } = await client.image('grok-imagine-image').doGenerate(CALL);
    assert.deepEqual(images, [tinyImage('jpeg')]);
  });

  it('Ark: generates', async () => {
    await using fake = await startFakeArk();
    const client = createByteDance({ apiKey: fake.apiKey, baseURL: fake.baseUrl });
    const { images } = await client.image('seedream-4-5-251128').doGenerate(CALL);
    assert.deepEqual(images, [tinyImage('jpeg')]);
  });
});
