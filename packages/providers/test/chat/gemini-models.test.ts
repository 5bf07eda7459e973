import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { gemini } from '@model-gateway/providers/gemini';
import { json } from '@model-gateway/providers/testing';
import { vertex } from '@model-gateway/providers/vertex';
import { contextOf, jobOf, sceneOf } from './subject.ts';
import { CHAT_SUBJECTS } from './subjects.ts';

const http = () => Promise.reject(new Error('not called'));
const on = (day: string, factory: typeof gemini | typeof vertex = gemini, models?: object) =>
  factory({
    apiKey: 'k',
    http,
    clock: createManualClock(Date.parse(`${day}T12:00:00Z`)),
    ...(models && { models: { ...models } }),
  });
const pricesOf = ({ chat }: ReturnType<typeof gemini>, id: string) => {
  const { prompt, completion, input_cache_read: read } = chat?.endpoint(id)?.pricing ?? {};
  return [prompt, completion, read];
};

const ARGON = 'google/gemini-4-argon';

describe('the language models of Google', () => {
  it('cost what was announced from its day on', () => {
    assert.deepEqual(pricesOf(on('2026-11-30'), ARGON), ['0.000002', '0.00001', '0.0000001']);
    assert.deepEqual(pricesOf(on('2026-12-01'), ARGON), ['0.000004', '0.00002', '0.0000002']);
    const [entry] = on('2026-12-01').catalog.filter(({ model }) => model.id === ARGON);
    assert.equal(entry?.model.pricing.prompt, '0.000004');
  });

  it('cost what the configuration says, whatever was announced', () => {
    const pricing = { prompt: '0.5', completion: '1' };
    const own = on('2026-12-01', gemini, { [ARGON]: { pricing } });
    assert.deepEqual(own.chat?.endpoint(ARGON)?.pricing, pricing);
    const like = on('2026-12-01', gemini, { 'acme/argon': { like: ARGON } });
    assert.equal(pricesOf(like, 'acme/argon')[0], '0.000004');
  });

  it('end at the Gemini API where that is announced, and on Vertex AI later', () => {
    const old = 'google/gemini-2.5-pro';
    assert.ok(on('2026-11-30').chat?.endpoint(old));
    assert.equal(on('2026-12-01').chat?.endpoint(old), undefined);
    assert.ok(on('2026-12-01', vertex).chat?.endpoint(old));
  });

  for (const name of ['gemini', 'vertex']) {
    it(`count the tokens of a conversation: ${name}`, async () => {
      const subject = CHAT_SUBJECTS[name];
      assert.ok(subject);
      await using scene = await sceneOf(subject);
      const tools = [{ type: 'function', function: { name: 'f' } }];
      const messages = [
        { role: 'system', content: 'a' },
        { role: 'user', content: 'b' },
      ];
      const job = jobOf(subject.model, { messages, tools, max_tokens: 9 });
      assert.equal(await scene.provider.chat?.countTokens?.(job, contextOf()), 9);
      assert.match(scene.fake.requests[0]?.request.path ?? '', /:countTokens$/);
      scene.fake.fail('submit', json({ totalTokens: 'many' }));
      await assert.rejects(async () => scene.provider.chat?.countTokens?.(job, contextOf()), {
        failure: 'malformed',
      });
    });
  }

  it('take at most five texts of stop, and films and sounds', () => {
    const endpoint = on('2026-11-30').chat?.endpoint(ARGON);
    assert.equal(endpoint?.maxStops, 5);
    assert.deepEqual([...(endpoint?.inputs ?? [])], ['text', 'image', 'file', 'audio', 'video']);
  });
});
