import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EmbeddingAnswer, EmbeddingCall, Provider } from '@model-gateway/core';
import { anEmbedder, anEndpoint, aVectorGateway, counts } from './embedding-builders.ts';

/** A call that may be freed, as a class: its method needs its object. */
class Freeable extends Promise<EmbeddingAnswer> implements EmbeddingCall {
  onFree = () => {};

  free(): void {
    this.onFree();
  }
}

/** A provider of one input a call, whose calls do this when they are freed. */
function aProviderThatFrees(onFree: (call: number) => void): Provider {
  const provider = anEmbedder('one');
  const endpoint = anEndpoint({ batch: { inputs: 1 } });
  let calls = 0;
  return {
    ...provider,
    embeddings: {
      endpoint: () => endpoint,
      embed(job, context) {
        const number = ++calls;
        const call = new Freeable((resolve) => resolve(counts(job, context)));
        call.onFree = () => onFree(number);
        return call;
      },
    },
  };
}

describe('the memory of embeddings', () => {
  it('is freed once the answer has left, that of every call', async () => {
    const freed: number[] = [];
    const { embed } = aVectorGateway([aProviderThatFrees((call) => freed.push(call))]);
    const { body } = await embed({ input: ['red', 'panda'] });
    assert.ok(body.kind === 'bytes');
    assert.deepEqual(freed, []);
    body.onSent?.();
    assert.deepEqual(freed, [1, 2]);
  });

  it('is reported where a provider cannot free it, and the adapter goes on', async () => {
    const bug = new Error('a bug of the provider');
    const provider = aProviderThatFrees(() => {
      throw bug;
    });
    const { embed, errors } = aVectorGateway([provider]);
    const { body } = await embed();
    assert.ok(body.kind === 'bytes');
    body.onSent?.();
    assert.deepEqual(errors, [bug]);
  });
});
