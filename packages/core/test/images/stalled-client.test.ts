import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ServerSentEvent } from '@model-gateway/core/http';
import {
  ACCOUNT,
  anEndpoint,
  anImageGateway,
  aProvider,
  draw,
  settled,
  works,
  type Script,
} from './image-builders.ts';
import { hangsAfterPartial } from './provider-scripts.ts';

const BUDGET_MS = 50_000;

async function open(script: Script) {
  const provider = aProvider('one', script, anEndpoint());
  const setup = anImageGateway([provider], { budgetMs: BUDGET_MS });
  const client = new AbortController();
  const { body } = await draw(setup.gateway, { stream: true, n: 4 }, client.signal);
  assert.ok(body.kind === 'events' && body.signal !== undefined);
  const events = body.events[Symbol.asyncIterator]();
  return { ...setup, provider, client, signal: body.signal, events };
}

describe('a client that does not read (contract §4.6, §4.7)', () => {
  for (const [what, script] of [
    ['a provider that is done', works],
    ['a provider that is still at work', hangsAfterPartial],
  ] as const) {
    it(`holds the response of ${what} until the budget ends, and no longer`, async () => {
      const { clock, ledger, signal, provider } = await open(script);
      clock.advance(BUDGET_MS - 1);
      await settled();
      assert.equal(ledger.balanceOf(ACCOUNT), '9.84');
      assert.equal(signal.aborted, false);
      clock.advance(1);
      await settled();
      assert.equal(ledger.balanceOf(ACCOUNT), '10');
      assert.equal(signal.aborted, true);
      assert.equal(provider.running, 0);
      assert.equal(clock.waiting, 0);
    });
  }

  it('is charged for what it took before it stopped', async () => {
    const { clock, ledger, events, errors } = await open(works);
    for (let i = 0; i < 3; i++) await events.next();
    clock.advance(BUDGET_MS);
    await settled();
    assert.equal(ledger.balanceOf(ACCOUNT), '9.92');
    await assert.rejects(async () => events.next(), /no answer within 50000 ms/);
    assert.deepEqual(errors, []);
  });

  const error = { message: 'Request timed out, try again later', code: '524', type: 'timeout' };
  const errorFrame = { data: JSON.stringify({ type: 'error', error }) };

  /** Reads until the frame, while the whole budget passes. */
  async function readUntil(
    last: ServerSentEvent,
    { events, clock }: Pick<Awaited<ReturnType<typeof open>>, 'events' | 'clock'>,
  ) {
    const read = async () => {
      for (;;) {
        const { value } = await events.next();
        if (value === undefined || value.data === last.data) return value;
      }
    };
    const reading = read();
    for (let ms = 0; ms < BUDGET_MS; ms += 5000) {
      await settled();
      clock.advance(5000);
    }
    assert.deepEqual(await reading, last);
  }

  it('that reads while the budget ends gets the error frame', async () => {
    const setup = await open(hangsAfterPartial);
    await readUntil(errorFrame, setup);
    assert.deepEqual((await setup.events.next()).value, { data: '[DONE]' });
    assert.equal((await setup.events.next()).done, true);
    assert.equal(setup.ledger.balanceOf(ACCOUNT), '10');
    assert.equal(setup.signal.aborted, false);
    assert.equal(setup.clock.waiting, 0);
  });

  it('that stops at the error frame is let go five seconds later', async () => {
    const setup = await open(hangsAfterPartial);
    await readUntil(errorFrame, setup);
    setup.clock.advance(4999);
    assert.equal(setup.signal.aborted, false);
    setup.clock.advance(1);
    await settled();
    assert.equal(setup.signal.aborted, true);
    assert.equal(setup.ledger.balanceOf(ACCOUNT), '10');
    assert.equal(setup.clock.waiting, 0);
  });

  it('that leaves while it takes the last frames is let go at once', async () => {
    const setup = await open(hangsAfterPartial);
    await readUntil(errorFrame, setup);
    setup.client.abort(new Error('the client left'));
    await settled();
    assert.equal(setup.ledger.balanceOf(ACCOUNT), '10');
    assert.equal(setup.clock.waiting, 0);
  });

  it('and one that leaves later changes nothing more', async () => {
    const { clock, ledger, events } = await open(works);
    for (let i = 0; i < 2; i++) await events.next();
    clock.advance(BUDGET_MS);
    await events.return?.();
    await settled();
    assert.equal(ledger.balanceOf(ACCOUNT), '9.96');
  });
});
