import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { APIError } from '@anthropic-ai/sdk';
import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import { AnthropicVertex } from '@anthropic-ai/vertex-sdk';
import { vertex } from '@model-gateway/providers/vertex';
import { startFakeVertex, type FakeProvider } from '@model-gateway/providers/testing';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { contextOf, jobOf } from '../chat/subject.ts';
import { SkippingClock } from '../support/skipping-clock.ts';

const MODEL = 'claude-opus-4-5@20251101';

const clientOf = ({ baseUrl, apiKey }: FakeProvider) =>
  new AnthropicVertex({
    baseURL: baseUrl,
    region: 'europe-west4',
    projectId: 'acme',
    // It would ask Google for a token.
    authClient: {
      projectId: 'acme',
      getRequestHeaders: async () => new Headers({ authorization: `Bearer ${apiKey}` }),
    } as never,
    maxRetries: 0,
  });

const asking = (content: string, model = MODEL) => ({
  model,
  max_tokens: 4096,
  messages: [{ role: 'user', content } satisfies MessageParam],
});

describe("the fake of Anthropic's models on Vertex AI, judged by the official client", () => {
  it('answers whole and streams the same', async () => {
    await using fake = await startFakeVertex();
    const { messages } = clientOf(fake);
    const whole = await messages.create(asking('Grüße 🌍'));
    assert.match(JSON.stringify(whole.content), /You said: Grüße 🌍/);
    const streamed = await messages.stream(asking('Grüße 🌍')).finalMessage();
    assert.deepEqual(streamed.content, whole.content);
    assert.deepEqual(
      fake.requests.map(({ request }) => request.path.replace(/^.*models/, '')),
      [`/${MODEL}:rawPredict`, `/${MODEL}:streamRawPredict`],
    );
  });

  it('counts tokens', async () => {
    await using fake = await startFakeVertex();
    const { max_tokens: _, ...counted } = asking('Hi');
    assert.equal((await clientOf(fake).messages.countTokens(counted)).input_tokens, 9);
  });

  it('refuses a model without its day, another one, a wrong token and an address', async () => {
    await using fake = await startFakeVertex();
    const { messages } = clientOf(fake);
    for (const model of ['claude-opus-4-5', 'claude-1']) {
      await assert.rejects(messages.create(asking('Hi', model)), { status: 404 });
    }
    const image = { type: 'url' as const, url: 'https://example.com/a.png' };
    const content = [{ type: 'image' as const, source: image }];
    const far = messages.create({ ...asking(''), messages: [{ role: 'user', content }] });
    await assert.rejects(far, { status: 400 });
    const stranger = clientOf({ ...fake, baseUrl: fake.baseUrl, apiKey: 'wrong' });
    await assert.rejects(stranger.messages.create(asking('Hi')), APIError);
  });
});

describe("Anthropic's models on Vertex AI are asked as the official client asks them", () => {
  for (const stream of [false, true]) {
    it(stream ? 'streamed' : 'whole', async () => {
      await using fake = await startFakeVertex();
      const http = createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1' });
      const { baseUrl, apiKey } = fake;
      const project = { project: 'acme', location: 'europe-west4' };
      const { chat } = vertex({
        ...project,
        apiKey,
        http,
        clock: new SkippingClock(),
        baseUrl: `${baseUrl}/projects/acme/locations/europe-west4`,
      });
      const body = { messages: [{ role: 'user', content: 'Hi' }], max_tokens: 4096, stream };
      const answer = await chat?.answer(jobOf('anthropic/claude-opus-4.5', body), contextOf());
      for await (const _ of answer?.steps ?? []);
      await http.close();
      const { messages } = clientOf(fake);
      if (stream) await messages.stream(asking('Hi')).finalMessage();
      else await messages.create(asking('Hi'));
      const [ours, theirs] = fake.requests.map(({ request }) => request);
      assert.equal(ours?.path, theirs?.path);
      const content = [{ type: 'text', text: 'Hi' }];
      const { anthropic_version: version, ...said } = ours?.json() ?? {};
      const { anthropic_version: newest, ...wanted } = theirs?.json() ?? {};
      assert.deepEqual(said, { ...wanted, messages: [{ role: 'user', content }] });
      // The older version is the one in which every model can be sampled.
      assert.deepEqual([version, newest], ['vertex-2023-10-16', '2026-10-21']);
      assert.equal(ours?.headers['anthropic-version'], undefined);
    });
  }
});
