import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBlackForestLabs } from '@ai-sdk/black-forest-labs';
import { createFalClient } from '@fal-ai/client';
import Replicate from 'replicate';
import {
  startFakeBfl,
  startFakeFal,
  startFakeReplicate,
  tinyImageBytes,
} from '@model-gateway/providers/testing';

describe('the fakes of polled providers, judged by the official clients', () => {
  it('Replicate: predicts, waits and reads', async () => {
    await using fake = await startFakeReplicate();
    const client = new Replicate({
      auth: fake.apiKey,
      baseUrl: fake.baseUrl,
      useFileOutput: false,
    });
    const output = await client.run('black-forest-labs/flux-schnell', {
      input: { prompt: 'a cat', output_format: 'png', num_outputs: 2 },
      wait: { mode: 'poll', interval: 1 },
    });
    assert.ok(Array.isArray(output));
    assert.equal(output.length, 2);
    const response = await fetch(String(output[0]));
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), tinyImageBytes('png'));
  });

  it('Replicate: cancels', async () => {
    await using fake = await startFakeReplicate();
    const client = new Replicate({ auth: fake.apiKey, baseUrl: fake.baseUrl });
    const model = 'black-forest-labs/flux-schnell';
    const { id } = await client.predictions.create({ model, input: { prompt: 'a cat' } });
    assert.equal((await client.predictions.cancel(id)).status, 'canceled');
  });

  it('fal: submits, subscribes and reads', async () => {
    await using fake = await startFakeFal();
    const client = createFalClient({
      credentials: fake.apiKey,
      // The client's addresses are fixed.
      fetch: (url, init) => {
        const { pathname, search } = new URL(url instanceof Request ? url.url : url);
        return fetch(`${fake.baseUrl}${pathname}${search}`, init);
      },
    });
    const { data } = await client.subscribe('fal-ai/flux/schnell', {
      input: { prompt: 'a cat', output_format: 'png', num_images: 2 },
      pollInterval: 1,
    });
    assert.equal(data.images.length, 2);
  });

  it('Black Forest Labs: submits, polls and downloads', async () => {
    await using fake = await startFakeBfl();
    const { apiKey, baseUrl: baseURL } = fake;
    const client = createBlackForestLabs({ apiKey, baseURL, pollIntervalMillis: 1 });
    const { images } = await client.image('flux-2-pro').doGenerate({
      prompt: 'a cat',
      n: 1,
      size: undefined,
      aspectRatio: undefined,
      seed: undefined,
      files: undefined,
      mask: undefined,
      providerOptions: { blackForestLabs: { outputFormat: 'png' } },
    });
    assert.deepEqual(Buffer.from(images[0] ?? ''), tinyImageBytes('png'));
  });
});
