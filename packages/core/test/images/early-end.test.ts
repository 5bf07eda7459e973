import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImageEndpoint } from '@model-gateway/core';
import {
  ACCOUNT,
  anEndpoint,
  anImageGateway,
  aProvider,
  draw,
  framesOf,
  imageEvent,
  partialEvent,
  settled,
  works,
  type Script,
} from './image-builders.ts';
import { fails, hangs } from './provider-scripts.ts';

/** Sends this many images, then goes on as `last` says. */
const images = (count: number, last: Script): Script =>
  async function* (job, context) {
    context.dispatched();
    yield partialEvent();
    for (let index = 0; index < count; index++) yield imageEvent(index);
    yield* last(job, context);
  };

const TEN = anEndpoint({ maxImages: 10 });
const BY_TOKENS = anEndpoint({
  maxImages: 10,
  maxTokensPerImage: 100,
  pricing: [{ billable: 'completion', unit: 'token', usd: '0.001' }],
});

/** Opens a stream of ten images. */
async function open(script: Script, endpoint: ImageEndpoint = TEN) {
  const setup = anImageGateway([aProvider('one', script, endpoint)]);
  const client = new AbortController();
  const response = await draw(setup.gateway, { stream: true, n: 10 }, client.signal);
  assert.ok(response.body.kind === 'events');
  const events = response.body.events[Symbol.asyncIterator]();
  const read = async (frames: number) => {
    for (let i = 0; i < frames; i++) await events.next();
  };
  return { ...setup, response, client, events, read };
}

/** A preview, then this many complete images. */
const frames = (completed: number) => 1 + completed;

describe('a stream that ends early is charged for the images that came (contract §4.7)', () => {
  for (const [completed, balance] of [
    [0, '10'],
    [1, '9.96'],
    [9, '9.64'],
    [10, '9.6'],
  ] as const) {
    it(`when the client leaves after ${completed} of ten`, async () => {
      const { client, read, ledger } = await open(works, TEN);
      await read(frames(completed));
      client.abort();
      await settled();
      assert.equal(ledger.balanceOf(ACCOUNT), balance);
    });

    it(`when the reader is closed after ${completed} of ten`, async () => {
      const { events, read, ledger } = await open(works, TEN);
      await read(frames(completed));
      await events.return?.();
      assert.equal(ledger.balanceOf(ACCOUNT), balance);
    });
  }

  it('when the provider breaks off: the newest image still comes, then the error', async () => {
    const { response, ledger } = await open(images(3, fails('server')));
    const types = (await framesOf(response)).map((frame) =>
      typeof frame === 'object' && frame !== null && 'type' in frame ? frame.type : frame,
    );
    assert.deepEqual(types, [
      'image_generation.partial_image',
      'image_generation.completed',
      'image_generation.completed',
      'image_generation.completed',
      'error',
      '[DONE]',
    ]);
    assert.equal(ledger.balanceOf(ACCOUNT), '9.88');
  });

  it('when a provider has a bug', async () => {
    const bug: Script = async function* () {
      yield* [];
      throw new TypeError('a bug');
    };
    const { response, ledger, errors } = await open(images(3, bug));
    await assert.rejects(framesOf(response), TypeError);
    // The third waited for what follows it, which a bug never says.
    assert.equal(ledger.balanceOf(ACCOUNT), '9.92');
    assert.equal(errors.length, 1);
  });

  it('by their share of what was reserved, where tokens were not counted', async () => {
    const { response, ledger } = await open(images(3, fails('server')), BY_TOKENS);
    await framesOf(response);
    assert.equal(ledger.balanceOf(ACCOUNT), '9.7');
  });

  it('by their share of the tokens, where they were counted', async () => {
    const script = images(10, async function* () {
      yield { type: 'usage', completionTokens: 500 };
      yield { type: 'done' };
    });
    const { read, client, ledger } = await open(script, BY_TOKENS);
    // The tenth image has no reader; the usage arrived before it.
    await read(frames(9));
    client.abort();
    await settled();
    assert.equal(ledger.balanceOf(ACCOUNT), '9.1');
    const whole = await open(script, BY_TOKENS);
    await whole.read(frames(10));
    whole.client.abort();
    await settled();
    assert.equal(whole.ledger.balanceOf(ACCOUNT), '9.5');
  });

  it('not for an image that was ready while the client was still taking a comment', async () => {
    let go = () => {};
    const script: Script = async function* (_job, context) {
      context.dispatched();
      yield partialEvent();
      await new Promise<void>((resolve) => (go = resolve));
      yield imageEvent(0);
      yield imageEvent(1);
      yield* hangs(_job, context);
    };
    const { events, read, client, clock, ledger } = await open(script);
    await read(1);
    const comment = events.next();
    await settled();
    clock.advance(15_000);
    assert.deepEqual((await comment).value, { comment: 'keep-alive' });
    go();
    await settled();
    client.abort();
    await settled();
    assert.equal(ledger.balanceOf(ACCOUNT), '10');
  });

  it('and nothing comes after it was settled', async () => {
    const { events, read, client, ledger } = await open(works, TEN);
    await read(frames(2));
    client.abort();
    await assert.rejects(async () => events.next());
    assert.equal(ledger.balanceOf(ACCOUNT), '9.92');
  });
});
