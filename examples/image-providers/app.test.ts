import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mountAt } from '@model-gateway/core/http';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { serve } from '@model-gateway/node';
import {
  startFakeBfl,
  startFakeOpenAi,
  tinyImage,
  type FakeProvider,
} from '@model-gateway/providers/testing';
import { createApp } from './app.ts';

const OPENAI = 'openai/gpt-image-2';
const FLUX = 'black-forest-labs/flux-2-pro';
const REFERENCE = {
  type: 'image_url',
  image_url: { url: `data:image/png;base64,${tinyImage('png')}` },
};

/** Waits between polls are over at once, so that no test takes as long as a picture. */
const CLOCK = {
  now: () => Date.UTC(2026, 10, 22),
  after(_: number, callback: () => void, purpose = 'wait') {
    const timer = purpose === 'wait' ? setImmediate(callback) : undefined;
    return () => clearImmediate(timer);
  },
};

/** The server over fakes of both providers, all on loopback. */
async function startScene() {
  const openai = await startFakeOpenAi();
  const bfl = await startFakeBfl();
  const http = createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1' });
  const of = ({ baseUrl, apiKey }: FakeProvider) => ({ baseUrl, apiKey, http, clock: CLOCK });
  const gateway = createApp({ openai: of(openai), bfl: of(bfl), apiKey: 'k' });
  const server = await serve(mountAt('/v1', gateway.handle), { port: 0 });
  const headers = { authorization: 'Bearer k', 'content-type': 'application/json' };
  return {
    openai,
    bfl,
    models: () => fetch(`${server.url}/v1/models?output_modalities=image`, { headers }),
    draw: (body: object) =>
      fetch(`${server.url}/v1/images`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ prompt: 'a cat', ...body }),
      }),
    async [Symbol.asyncDispose]() {
      await server.close();
      await http.close();
      await openai[Symbol.asyncDispose]();
      await bfl[Symbol.asyncDispose]();
    },
  };
}

/** What a fake was asked for, without polls and downloads. */
const submitted = ({ requests }: FakeProvider) =>
  requests.filter(({ stage }) => stage === 'submit').map(({ request }) => request);

describe('a server over OpenAI and Black Forest Labs', () => {
  it('lists what both can make', async () => {
    await using scene = await startScene();
    const { data } = await (await scene.models()).json();
    const ids = data.map(({ id }: { readonly id: string }) => id);
    assert.ok(ids.includes(OPENAI) && ids.includes(FLUX), ids.join(', '));
  });

  for (const [model, provider, cost] of [
    [OPENAI, 'OpenAI', 0.0082],
    [FLUX, 'Black Forest Labs', 0.03],
  ] as const) {
    it(`answers with the whole image of ${model}`, async () => {
      await using scene = await startScene();
      const response = await scene.draw({ model, output_format: 'png' });
      const { data, usage } = await response.json();
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('x-provider-name'), provider);
      assert.equal(data[0].b64_json, tinyImage('png'));
      assert.equal(usage.cost, cost);
    });
  }

  it('streams a partial image, the complete one and its cost', async () => {
    await using scene = await startScene();
    const response = await scene.draw({ model: OPENAI, stream: true });
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    const frames = (await response.text()).split('\n\n').filter((frame) => frame !== '');
    const events = frames.slice(0, -1).map((frame) => JSON.parse(frame.replace('data: ', '')));
    assert.deepEqual(
      events.map(({ type }) => type),
      ['image_generation.partial_image', 'image_generation.completed'],
    );
    assert.equal(events[1].b64_json, tinyImage('png'));
    assert.equal(events[1].usage.cost, 0.0082);
    assert.equal(frames.at(-1), 'data: [DONE]');
  });

  it('says that a model without streams was not streamed', async () => {
    await using scene = await startScene();
    const response = await scene.draw({ model: FLUX, stream: true });
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(response.headers.get('x-gateway-warnings'), 'stream=ignored');
    assert.equal(response.status, 200);
  });

  it('edits with references: a form to one, JSON to the other', async () => {
    await using scene = await startScene();
    const input_references = [REFERENCE, REFERENCE];
    for (const model of [OPENAI, FLUX]) {
      const response = await scene.draw({ model, input_references });
      assert.equal(response.status, 200, await response.text());
    }
    const [edit] = submitted(scene.openai);
    assert.equal(edit?.path, '/v1/images/edits');
    const files = (await edit.form()).getAll('image[]');
    assert.deepEqual(
      files.map((file) => file instanceof File && [file.type, file.size]),
      [
        ['image/png', Buffer.from(tinyImage('png'), 'base64').length],
        ['image/png', Buffer.from(tinyImage('png'), 'base64').length],
      ],
    );
    const [flux] = submitted(scene.bfl);
    const { input_image, input_image_2 } = flux?.json() ?? {};
    assert.deepEqual([input_image, input_image_2], [tinyImage('png'), tinyImage('png')]);
  });

  it('shows each provider its own key, and clients neither', async () => {
    await using scene = await startScene();
    scene.openai.fail('submit', 'reset');
    const response = await scene.draw({ model: OPENAI });
    assert.equal(response.status, 502);
    assert.doesNotMatch(await response.text(), /test-key|127\.0\.0\.1/);
    const [request] = submitted(scene.openai);
    assert.equal(request?.headers['authorization'], 'Bearer test-key');
    await scene.draw({ model: FLUX });
    assert.equal(submitted(scene.bfl)[0]?.headers['x-key'], 'test-key');
  });
});
