import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { gemini } from '@model-gateway/providers/gemini';
import { vertex } from '@model-gateway/providers/vertex';

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

  it('take at most five texts of stop, and films and sounds', () => {
    const endpoint = on('2026-11-30').chat?.endpoint(ARGON);
    assert.equal(endpoint?.maxStops, 5);
    assert.deepEqual([...(endpoint?.inputs ?? [])], ['text', 'image', 'file', 'audio', 'video']);
  });
});
