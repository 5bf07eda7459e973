import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bindSuite, IMAGE_PROVIDER_CASES } from '@model-gateway/conformance';
import { createApiKey, type ImageJob } from '@model-gateway/core';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { mountAt } from '@model-gateway/core/http';
import { serve } from '@model-gateway/node';
import { json, tinyImage } from '@model-gateway/providers/testing';
import { createImageGateway } from './app.ts';
import { atelier } from './atelier.ts';
import { startFakeAtelier } from './fake-atelier.ts';

const JOB: ImageJob = {
  model: 'atelier/watercolour',
  prompt: 'a cat',
  n: 1,
  format: 'png',
  references: [],
  stream: false,
  options: {},
};

/** The fake, and the provider over it; waits between polls are over at once. */
async function startAtelier() {
  const fake = await startFakeAtelier();
  const http = createGuardedHttpClient({
    allow: ({ address }) => address === '127.0.0.1',
    maxIdleConnections: 0,
  });
  const clock = {
    now: () => Date.UTC(2026, 10, 22),
    after(_: number, callback: () => void, purpose = 'wait') {
      const timer = purpose === 'wait' ? setImmediate(callback) : undefined;
      return () => clearImmediate(timer);
    },
  };
  const provider = atelier({ baseUrl: fake.baseUrl, apiKey: fake.apiKey, http, clock });
  return {
    fake,
    provider,
    async [Symbol.asyncDispose]() {
      await http.close();
      await fake[Symbol.asyncDispose]();
    },
  };
}

describe('the atelier, as an image provider', () => {
  bindSuite(IMAGE_PROVIDER_CASES, {
    test: it,
    async create() {
      const scene = await startAtelier();
      const { fake, provider } = scene;
      return {
        subject: {
          provider: provider.images,
          jobs: [JOB, { ...JOB, quality: 'high', aspectRatio: '3:2', options: { paper: 'rough' } }],
          hang: () => fake.fail('submit', 'silence'),
          reached: () => fake.silent(),
          breakOff: () => fake.fail('submit', 'reset'),
          answerGarbage: () => fake.fail('submit', json([42])),
          requests: () => fake.requests.length,
          allClosed: () => fake.allClosed(),
        },
        dispose: () => scene[Symbol.asyncDispose](),
      };
    },
  });
});

describe('a gateway over the atelier', () => {
  it('lists what it can make, and paints it', async () => {
    await using atelierScene = await startAtelier();
    const gateway = createImageGateway([atelierScene.provider], [createApiKey('k')]);
    const server = await serve(mountAt('/v1', gateway.handle), { port: 0 });
    try {
      const headers = { authorization: 'Bearer k', 'content-type': 'application/json' };
      const models = await fetch(`${server.url}/v1/models?output_modalities=image`, { headers });
      const { data } = await models.json();
      assert.deepEqual(
        data.map(({ id }: { id: string }) => id),
        ['atelier/watercolour'],
      );
      const response = await fetch(`${server.url}/v1/images`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ model: 'atelier/watercolour', prompt: 'a cat', quality: 'high' }),
      });
      const painting = await response.json();
      assert.equal(response.status, 200, JSON.stringify(painting));
      assert.equal(response.headers.get('x-provider-name'), 'The Atelier');
      assert.equal(painting.data[0].b64_json, tinyImage('png'));
    } finally {
      await server.close();
    }
  });

  it('says that an improper subject was refused', async () => {
    await using atelierScene = await startAtelier();
    atelierScene.fake.fail('submit', json({ message: 'Improper.' }, 418));
    const gateway = createImageGateway([atelierScene.provider], [createApiKey('k')]);
    const response = await gateway.handle({
      method: 'POST',
      path: '/images',
      search: '',
      mount: '/v1',
      headers: { authorization: 'Bearer k' },
      body: { kind: 'parsed', value: { model: 'atelier/watercolour', prompt: 'a cat' } },
    });
    assert.equal(response?.status, 400);
  });
});
