import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EmbeddingAnswer, EmbeddingCall, Provider } from '@model-gateway/core';
import type { GatewayResponse } from '@model-gateway/core/http';
import { anEmbedder, anEndpoint, aVectorGateway, counts, jsonOf } from './embedding-builders.ts';

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

/** A gateway whose provider keeps its first call and returns it again, and the calls that were freed. */
function aGatewayThatKeeps() {
  const freed: number[] = [];
  const { embeddings, ...provider } = aProviderThatFrees((call) => freed.push(call));
  assert.ok(embeddings);
  let kept: EmbeddingCall | undefined;
  const face: typeof embeddings = {
    ...embeddings,
    embed: (job, context) => (kept ??= embeddings.embed(job, context)),
  };
  return { freed, ...aVectorGateway([{ ...provider, embeddings: face }]) };
}

/** What an adapter says. */
function leave({ body }: GatewayResponse): void {
  assert.ok(body.kind === 'bytes');
  body.onSent?.();
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

  it('stays where a provider gives the same call to two requests', async () => {
    const { freed, embed } = aGatewayThatKeeps();
    const responses = await Promise.all([embed(), embed()]);
    for (const response of responses) leave(response);
    assert.deepEqual(freed, []);
  });

  it('is missed by a request that gets a call which is freed', async () => {
    const { freed, embed, errors } = aGatewayThatKeeps();
    leave(await embed());
    assert.deepEqual(freed, [1]);
    const response = await embed();
    assert.equal(response.status, 500);
    assert.ok(jsonOf(response).error);
    assert.match(String(errors[0]), /embed returned a call again whose memory is freed/);
  });
});
