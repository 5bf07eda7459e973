import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openai } from '@model-gateway/providers/openai';
import { openAiCompatible } from '@model-gateway/providers/openai-compatible';

const http = () => Promise.reject(new Error('not called'));
const QUILL = { context: 9000, pricing: { prompt: '0', completion: '0' } };
const LIMITS = {
  connectMs: 1,
  firstByteMs: 2,
  firstOutputMs: 3,
  betweenOutputsMs: 4,
  wholeMs: Infinity,
};

// Also what a program without types passes.
const provider = (models: object) => openai({ apiKey: 'k', http, models: models as never });

describe('the limits of a language model', () => {
  for (const [id, entry] of [
    ['openai/gpt-5.5', {}],
    ['acme/tuned', { like: 'openai/gpt-5.5' }],
    ['acme/quill', QUILL],
  ] as const) {
    it(`are those of its endpoint: ${id}`, () => {
      const served = provider({ [id]: { ...entry, limits: LIMITS } });
      assert.deepEqual(served.chat?.endpoint(id)?.limits, LIMITS);
      assert.equal(provider({ [id]: entry }).chat?.endpoint(id)?.limits, undefined);
    });
  }

  it('are also those of a vendor that imitates OpenAI', () => {
    const limits = { firstByteMs: 120_000 };
    const models = { 'acme/quill': { ...QUILL, limits } };
    const local = openAiCompatible({ profile: 'vllm', apiKey: 'k', http, models });
    assert.deepEqual(local.chat?.endpoint('acme/quill')?.limits, limits);
  });

  for (const [limits, message] of [
    [5000, 'models["openai/gpt-5.5"].limits must be an object, got 5000'],
    [
      { firstByteMs: -1 },
      'models["openai/gpt-5.5"].limits.firstByteMs must be a number from 0 on, got -1',
    ],
    [
      { wholeMs: '5s' },
      'models["openai/gpt-5.5"].limits.wholeMs must be a number from 0 on, got "5s"',
    ],
    [
      { firstbyteMs: 5 },
      'unknown member of models["openai/gpt-5.5"].limits firstbyteMs: did you mean firstByteMs?',
    ],
    [
      { budgetMs: 5 },
      'models["openai/gpt-5.5"].limits.budgetMs cannot be set: it is a time of the whole request, and inference.budgetMs of the gateway sets it',
    ],
    [
      { commitAfterMs: 5 },
      'models["openai/gpt-5.5"].limits.commitAfterMs cannot be set: it is a time of the whole request, and inference.commitAfterMs of the gateway sets it',
    ],
  ] as const) {
    it(`are refused: ${JSON.stringify(limits)}`, () => {
      assert.throws(() => provider({ 'openai/gpt-5.5': { limits } }), {
        name: 'TypeError',
        message,
      });
    });
  }
});

describe('the limits of a model that continues no conversation', () => {
  for (const [id, entry, whose] of [
    ['openai/gpt-image-2', {}, 'inference.budgetMs of the gateway is the time of images'],
    [
      'acme/painter',
      { like: 'openai/gpt-image-2' },
      'inference.budgetMs of the gateway is the time of images',
    ],
    [
      'openai/text-embedding-3-small',
      {},
      'inference.connectMs, firstByteMs, wholeMs and budgetMs of the gateway are the times of embeddings and rankings',
    ],
  ] as const) {
    it(`are refused: ${id}`, () => {
      assert.throws(() => provider({ [id]: { ...entry, limits: LIMITS } }), {
        name: 'TypeError',
        message: `models["${id}"].limits is for language models: ${whose}`,
      });
    });
  }
});
