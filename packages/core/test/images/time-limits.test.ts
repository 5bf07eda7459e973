import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ACCOUNT,
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
import {
  answered,
  classesOf,
  deaf,
  fails,
  hangs,
  hangsAfterDispatch,
  hangsAfterFirstByte,
} from './provider-scripts.ts';

describe('time (contract §4.6)', () => {
  const slow: readonly (readonly [string, Script, boolean, number])[] = [
    ['connecting takes more than 5 s', hangs, false, 5000],
    ['the first byte takes more than 120 s', hangsAfterDispatch, false, 120_000],
    ['the first byte of a stream takes more than 60 s', hangsAfterDispatch, true, 60_000],
    ['a provider that ignores its signal takes no longer', deaf, false, 120_000],
    ['nothing comes for 60 s in the middle of an answer', hangsAfterFirstByte, false, 60_000],
    [
      'an attempt that keeps dripping takes more than 180 s',
      async function* (_job, context) {
        context.dispatched();
        yield* [];
        while (!context.signal.aborted) {
          context.progress();
          await settled();
        }
        throw context.signal.reason;
      },
      false,
      180_000,
    ],
  ];
  for (const [name, script, stream, expectedMs] of slow) {
    it(`${name}: 524`, async () => {
      const provider = aProvider('one', script);
      const setup = anImageGateway([provider]);
      const order = { order: ['one'], allow_fallbacks: false };
      const { response, waitedMs } = await answered(
        setup,
        draw(setup.gateway, { stream, provider: order }),
      );
      assert.equal(response.status, 524);
      // A connection that was never made is tried once more.
      const tries = provider.jobs.length;
      assert.ok(waitedMs >= expectedMs * tries, `${waitedMs} ms`);
      assert.ok(waitedMs <= expectedMs * tries + 3000, `${waitedMs} ms`);
      assert.equal(setup.clock.waiting, 0);
      assert.equal(setup.ledger.balanceOf(ACCOUNT), '10');
    });
  }

  it('ends the whole request after its budget, whatever is still to be tried', async () => {
    const providers = ['a', 'b', 'c'].map((slug) => aProvider(slug, hangsAfterDispatch));
    const setup = anImageGateway(providers, { budgetMs: 300_000 });
    const { response, waitedMs } = await answered(setup, draw(setup.gateway));
    assert.equal(response.status, 524);
    assert.equal(waitedMs, 300_000);
    assert.deepEqual(classesOf(response), ['timeout', 'timeout', 'timeout']);
    assert.equal(setup.clock.waiting, 0);
  });

  it('ends while it waits to try again', async () => {
    const setup = anImageGateway([aProvider('one', [fails('overloaded', 2000), works])], {
      budgetMs: 1000,
    });
    const { response } = await answered(setup, draw(setup.gateway), 100);
    assert.equal(response.status, 529);
    assert.equal(setup.clock.waiting, 0);
  });
});

describe('time that is not the provider’s', () => {
  it('is a slow reader’s: neither the stream nor the endpoint suffers', async () => {
    const provider = aProvider('one', async function* (job, context) {
      context.dispatched();
      for (let i = 0; i < 5; i++) yield partialEvent(i);
      yield* works(job, context);
    });
    const setup = anImageGateway([provider]);
    const { body } = await draw(setup.gateway, { stream: true });
    assert.ok(body.kind === 'events');
    let frames = 0;
    for await (const _frame of body.events) {
      frames++;
      setup.clock.advance(30_000);
    }
    // Six partial images, the image and [DONE].
    assert.equal(frames, 8);
    assert.equal(setup.ledger.balanceOf(ACCOUNT), '9.96');
    assert.equal(setup.clock.waiting, 0);
  });

  it('is the gateway’s, once something came: a provider need not say that it was reached', async () => {
    const provider = aProvider('one', async function* (_job, { signal }) {
      yield partialEvent();
      await new Promise((resolve, reject) => {
        setup.clock.after(30_000, () => resolve(undefined));
        signal.addEventListener('abort', () => reject(signal.reason));
      });
      yield imageEvent(0);
      yield { type: 'done' };
    });
    const setup = anImageGateway([provider]);
    const response = await draw(setup.gateway, { stream: true });
    const reading = framesOf(response);
    for (let second = 0; second < 31; second++) {
      await settled();
      setup.clock.advance(1000);
    }
    assert.equal((await reading).at(-1), '[DONE]');
    assert.equal(setup.ledger.balanceOf(ACCOUNT), '9.96');
  });
});
