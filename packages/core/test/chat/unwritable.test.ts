import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ProviderFailure, type Provider } from '@model-gateway/core';
import type { ChatPart } from '@model-gateway/core/chat';
import {
  ACCOUNT,
  aChatGateway,
  anEndpoint,
  answered,
  aTalker,
  CLOSE,
  delta,
  DONE,
  fails,
  jsonOf,
  OPEN,
  reads,
  START,
  STOP,
} from './chat-builders.ts';

describe('what an adapter cannot write', () => {
  const unwritable: Provider = {
    slug: 'one',
    name: 'ONE',
    chat: {
      endpoint: () => anEndpoint(),
      answer: () => Promise.reject(new ProviderFailure('parameter', 'it takes data URLs only')),
    },
  };

  it('is left to the next endpoint', async () => {
    const scene = aChatGateway([unwritable, aTalker('two')]);
    const response = await scene.chat({ provider: { order: ['one'] } });
    assert.equal(response.headers['x-provider-name'], 'TWO');
  });

  it('does not count as one of the three attempts', async () => {
    const providers = ['a', 'b', 'c'].map((slug) => ({ ...unwritable, slug }));
    const scene = aChatGateway([...providers, aTalker('two')]);
    const response = await scene.chat({ provider: { order: ['a', 'b', 'c'] } });
    assert.equal(response.headers['x-provider-name'], 'TWO');
  });

  it('is the error only where no other endpoint failed', async () => {
    const alone = await aChatGateway([unwritable]).chat();
    assert.equal(alone.status, 400);
    assert.match(jsonOf(alone).error?.message ?? '', /takes data URLs only/);
    const both = aChatGateway([unwritable, aTalker('two', fails('server'))]);
    const { value: response } = await answered(both, both.chat());
    assert.equal(response.status, 502);
  });

  it('is not the error while another endpoint is left alone', async () => {
    const other = aTalker('two', fails('server'));
    const scene = aChatGateway([unwritable, other], { breaker: { failures: 1 } });
    await answered(scene, scene.chat());
    const { value: response } = await answered(scene, scene.chat());
    assert.equal(other.jobs.length, 1);
    assert.equal(response.status, 503);
    assert.equal(response.headers['retry-after'], '15');
    assert.partialDeepStrictEqual(jsonOf(response).error?.metadata, {
      provider_name: 'TWO',
      attempts: [{ provider: 'one', class: 'parameter', ms: 0 }],
    });
  });
});

describe('an answer that JSON cannot hold', () => {
  const note: ChatPart = { type: 'note', block: 0, annotations: [{ at: 1n }] };
  const parts = [START, OPEN, delta('Hello'), note, CLOSE, STOP, DONE];

  it('is a failure of its provider, and costs nothing', async () => {
    const scene = aChatGateway([aTalker('one', reads(parts))]);
    const { value: response } = await answered(scene, scene.chat());
    assert.equal(response.status, 502);
    assert.equal(scene.ledger.balanceOf(ACCOUNT), '10');
    assert.deepEqual(scene.errors, []);
  });

  it('is followed by that of the next endpoint', async () => {
    const scene = aChatGateway([aTalker('one', reads(parts)), aTalker('two')]);
    const { value: response } = await answered(scene, scene.chat({ provider: { order: ['one'] } }));
    assert.equal(response.headers['x-provider-name'], 'TWO');
  });
});
