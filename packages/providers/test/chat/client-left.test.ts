import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openai } from '@model-gateway/providers/openai';

const http = () => Promise.reject(new Error('not called'));
const QUILL = { context: 9000, pricing: { prompt: '0', completion: '0' } };

// Also what a program without types passes.
const provider = (models: object) => openai({ apiKey: 'k', http, models: models as never });

describe('onClientLeft of a language model', () => {
  for (const [id, entry] of [
    ['openai/gpt-5.5', {}],
    ['acme/tuned', { like: 'openai/gpt-5.5' }],
    ['acme/quill', QUILL],
  ] as const) {
    it(`is that of its endpoint: ${id}`, () => {
      const served = provider({ [id]: { ...entry, onClientLeft: 'drain' } });
      assert.equal(served.chat?.endpoint(id)?.onClientLeft, 'drain');
      assert.equal(provider({ [id]: entry }).chat?.endpoint(id)?.onClientLeft, undefined);
    });
  }

  for (const [id, onClientLeft, message] of [
    [
      'openai/gpt-5.5',
      'wait',
      'models["openai/gpt-5.5"].onClientLeft must be abort or drain, got "wait"',
    ],
    ['openai/gpt-image-2', 'drain', 'unknown member of models["openai/gpt-image-2"] onClientLeft'],
  ] as const) {
    it(`is refused: ${onClientLeft} of ${id}`, () => {
      assert.throws(
        () => provider({ [id]: { onClientLeft } }),
        (error) => error instanceof TypeError && error.message.startsWith(message),
      );
    });
  }
});
