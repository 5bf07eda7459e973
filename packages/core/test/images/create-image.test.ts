import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  anEndpoint,
  anImageGateway,
  aProvider,
  draw,
  framesOf,
  jsonOf,
  MODEL,
  PNG,
} from './image-builders.ts';

const png = Buffer.from(PNG).toString('base64');

describe('POST /images, buffered (contract §8.7, §4)', () => {
  it('answers with exactly n images, their media type and the usage', async () => {
    const { gateway } = anImageGateway([aProvider('one')]);
    const response = await draw(gateway, { n: 3 });
    assert.equal(response.status, 200);
    assert.deepEqual(jsonOf(response), {
      created: 1_785_585_600,
      data: Array.from({ length: 3 }, () => ({ b64_json: png, media_type: 'image/png' })),
      usage: { prompt_tokens: 3, completion_tokens: 10, total_tokens: 13, cost: 0.12 },
    });
  });

  it('names the generation and the provider, and is private', async () => {
    const { gateway } = anImageGateway([aProvider('one')]);
    const { headers } = await draw(gateway);
    assert.match(headers['x-generation-id'] ?? '', /^gen-img-1785585600-[0-9A-Za-z]{20}$/);
    assert.equal(headers['x-provider-name'], 'ONE');
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['x-gateway-warnings'], undefined);
  });

  it('passes every parameter on', async () => {
    const provider = aProvider('one');
    const { gateway } = anImageGateway([provider]);
    await draw(gateway, {
      n: 2,
      resolution: '2K',
      aspect_ratio: '16:9',
      quality: 'high',
      background: 'opaque',
      output_format: 'webp',
      output_compression: 80,
      seed: 42,
      provider: { options: { one: { style: 'ink' }, two: { style: 'oil' } } },
      input_references: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } }],
    });
    assert.deepEqual(provider.jobs, [
      {
        model: MODEL,
        prompt: 'red panda',
        n: 2,
        tier: '2K',
        aspectRatio: '16:9',
        quality: 'high',
        background: 'opaque',
        format: 'webp',
        compression: 80,
        seed: 42,
        options: { style: 'ink' },
        references: [{ bytes: PNG, mediaType: 'image/png' }],
        stream: false,
      },
    ]);
  });

  it('calls a model by a name of the host, and sorts by its suffix', async () => {
    const dear = anEndpoint({
      pricing: [{ billable: 'output_image', unit: 'image', usd: '0.08' }],
      throughput: 90,
    });
    const [fast, cheap] = [aProvider('fast', undefined, dear), aProvider('cheap')];
    const { gateway } = anImageGateway([fast, cheap], { aliases: { brush: MODEL } });
    const servedBy = async (body: Record<string, unknown>) =>
      (await draw(gateway, body)).headers['x-provider-name'];
    assert.equal(await servedBy({ model: 'brush' }), 'CHEAP');
    assert.equal(await servedBy({ model: 'brush:nitro' }), 'FAST');
    assert.equal(await servedBy({ model: `${MODEL}:floor` }), 'CHEAP');
    assert.equal(await servedBy({ model: 'brush:nitro', provider: { sort: 'price' } }), 'CHEAP');
    assert.equal(cheap.jobs[0]?.model, MODEL);
  });

  it('passes pixels on', async () => {
    const provider = aProvider('one');
    await draw(anImageGateway([provider]).gateway, { size: '640x480' });
    assert.deepEqual(provider.jobs[0]?.pixels, { width: 640, height: 480 });
  });

  it('picks png when the background is to be transparent', async () => {
    const provider = aProvider('one', undefined, anEndpoint({ formats: ['jpeg', 'png'] }));
    await draw(anImageGateway([provider]).gateway, { background: 'transparent' });
    assert.equal(provider.jobs[0]?.format, 'png');
  });
});

describe('POST /images, streamed (contract §5.7, §4.5)', () => {
  it('sends partial images, each image once with the usage at the last, and [DONE]', async () => {
    const { gateway } = anImageGateway([aProvider('one')]);
    const response = await draw(gateway, { stream: true, n: 2 });
    const image = { b64_json: png, media_type: 'image/png', created: 1_785_585_600 };
    assert.deepEqual(await framesOf(response), [
      { type: 'image_generation.partial_image', partial_image_index: 0, b64_json: png },
      { type: 'image_generation.completed', ...image },
      {
        type: 'image_generation.completed',
        ...image,
        usage: { prompt_tokens: 3, completion_tokens: 10, total_tokens: 13, cost: 0.08 },
      },
      '[DONE]',
    ]);
  });

  it('sends text chunks of an SVG', async () => {
    const provider = aProvider('one', async function* (_job, context) {
      context.dispatched();
      yield { type: 'text', phase: 'draft', text: '<svg' };
      yield {
        type: 'image',
        index: 0,
        data: { encoding: 'bytes', bytes: new TextEncoder().encode('<svg xmlns="x"></svg>') },
        mediaType: 'image/svg+xml',
      };
      yield { type: 'done' };
    });
    const frames = await framesOf(await draw(anImageGateway([provider]).gateway, { stream: true }));
    assert.deepEqual(frames[0], {
      type: 'image_generation.text_chunk',
      text: '<svg',
      phase: 'draft',
    });
    assert.equal(frames.length, 3);
  });

  it('hands base64 of an upstream on without touching it', async () => {
    const parts = [png.slice(0, 10), png.slice(10)].map((text) => new TextEncoder().encode(text));
    const provider = aProvider('one', async function* (_job, context) {
      context.dispatched();
      const data = { encoding: 'base64', parts } as const;
      yield { type: 'image', index: 0, data, mediaType: 'image/png' };
      yield { type: 'done' };
    });
    const { gateway } = anImageGateway([provider]);
    assert.equal(jsonOf(await draw(gateway)).data?.[0]?.b64_json, png);
    const [completed] = await framesOf(await draw(gateway, { stream: true }));
    // The test provider sends this object.
    assert.equal((completed as { b64_json: string }).b64_json, png);
  });

  it('answers buffered, and says so, where the endpoint does not stream', async () => {
    const provider = aProvider('one', undefined, anEndpoint({ streams: false }));
    const response = await draw(anImageGateway([provider]).gateway, { stream: true });
    assert.equal(jsonOf(response).data?.length, 1);
    assert.equal(response.headers['x-gateway-warnings'], 'stream=ignored');
  });
});

describe('models (contract §4.3)', () => {
  it('that are unknown are 404', async () => {
    const { gateway } = anImageGateway([aProvider('one')]);
    const response = await draw(gateway, { model: 'acme/nothing' });
    assert.equal(response.status, 404);
    assert.equal(jsonOf(response).error?.message, 'Model not found: acme/nothing');
  });

  it('that make no images are 400', async () => {
    const response = await draw(anImageGateway([aProvider('one')]).gateway, {
      model: 'acme/quill-1',
    });
    assert.equal(response.status, 400);
    assert.match(
      jsonOf(response).error?.message ?? '',
      /model acme\/quill-1 makes text, not images/,
    );
  });

  it('that the key may not use are 404', async () => {
    const { gateway } = anImageGateway([aProvider('one')], {
      key: { allowedModels: ['acme/quill-1'] },
    });
    assert.equal((await draw(gateway)).status, 404);
  });

  it('that no provider serves are 404', async () => {
    assert.equal((await draw(anImageGateway([]).gateway)).status, 404);
  });
});
