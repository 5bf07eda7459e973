import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ProviderFailure } from '@model-gateway/core';
import type { GatewayResponse } from '@model-gateway/core/http';
import {
  ACCOUNT,
  anImageGateway,
  aProvider,
  draw,
  framesOf,
  PNG,
  MODEL,
  settled,
  works,
  type Script,
} from './image-builders.ts';
import { bearer, aRequest } from '../builders.ts';

/** Holds as many bytes as the image that it then makes. */
const holdsAnImage: Script = async function* (job, context) {
  await context.hold(PNG.byteLength);
  yield* works(job, context);
};

/** A gateway with room for one image, beside half of another. */
function aSmallGateway(script: Script = holdsAnImage) {
  const provider = aProvider('one', script);
  const setup = anImageGateway([provider], { maxHeldBytes: PNG.byteLength * 1.5 });
  return { ...setup, provider };
}

/** A request of an adapter that reports when its response has left. */
function requestWithEnd(more: object = {}) {
  let leave = () => {};
  const body = new TextEncoder().encode(JSON.stringify({ model: MODEL, prompt: 'x', ...more }));
  const request = aRequest('/images', {
    method: 'POST',
    headers: bearer(),
    body: { kind: 'bytes' as const, read: async () => body },
    onSent: (listener: () => void) => void (leave = listener),
  });
  return { request, leave: () => leave() };
}

/** Whether a response has arrived. */
async function arrived(response: Promise<GatewayResponse | undefined>): Promise<boolean> {
  let is = false;
  void response.then(() => (is = true));
  for (let turn = 0; turn < 5; turn++) await settled();
  return is;
}

describe('memory for images (contract §4.11)', () => {
  it('makes a request wait while another response has not left', async () => {
    const { gateway } = aSmallGateway();
    const first = requestWithEnd();
    await gateway.handle(first.request);
    const second = requestWithEnd();
    const waiting = gateway.handle(second.request);
    assert.equal(await arrived(waiting), false);
    first.leave();
    assert.equal((await waiting)?.status, 200);
  });

  it('counts a response until it is returned when its adapter cannot tell more', async () => {
    const { gateway } = aSmallGateway();
    for (let i = 0; i < 3; i++) assert.equal((await draw(gateway)).status, 200);
  });

  it('counts a frame until the next one is asked for', async () => {
    const { gateway } = aSmallGateway();
    const { body } = await draw(gateway, { stream: true });
    assert.ok(body.kind === 'events');
    const events = body.events[Symbol.asyncIterator]();
    await events.next();
    const other = draw(gateway, { stream: true });
    assert.equal(await arrived(other), false);
    const next = events.next();
    assert.equal(await arrived(other), true);
    assert.equal((await framesOf(await other)).at(-1), '[DONE]');
    assert.equal((await next).done, false);
    await events.return?.();
  });

  it('takes the time of a wait neither as silence nor as time of the attempt', async () => {
    const { gateway, clock, ledger } = aSmallGateway();
    const first = requestWithEnd();
    await gateway.handle(first.request);
    const waiting = draw(gateway);
    for (let minute = 0; minute < 4; minute++) {
      await settled();
      clock.advance(60_000);
    }
    first.leave();
    assert.equal((await waiting).status, 200);
    assert.equal(ledger.balanceOf(ACCOUNT), '9.92');
    assert.equal(clock.waiting, 0);
  });

  it('ends a wait with the budget', async () => {
    const { gateway, clock, ledger, provider } = aSmallGateway();
    await gateway.handle(requestWithEnd().request);
    const waiting = draw(gateway);
    await settled();
    clock.advance(300_000);
    assert.equal((await waiting).status, 524);
    assert.equal(provider.running, 0);
    assert.equal(ledger.balanceOf(ACCOUNT), '9.96');
  });

  it('ends a wait when the client leaves, and lets the next request in', async () => {
    const { gateway, provider } = aSmallGateway();
    const first = requestWithEnd();
    await gateway.handle(first.request);
    const client = new AbortController();
    const leaving = draw(gateway, {}, client.signal);
    const next = draw(gateway);
    await settled();
    client.abort(new Error('left'));
    assert.equal((await leaving).status, 499);
    first.leave();
    assert.equal((await next).status, 200);
    assert.equal(provider.running, 0);
  });

  it('gives back what a failed attempt held', async () => {
    const failing: Script = async function* (_job, context) {
      await context.hold(PNG.byteLength);
      yield { type: 'text', phase: 'draft', text: 'a' };
      throw new ProviderFailure('server', 'it broke off');
    };
    const setup = anImageGateway([aProvider('a', failing), aProvider('b', holdsAnImage)], {
      maxHeldBytes: PNG.byteLength * 1.5,
    });
    for (let i = 0; i < 3; i++) assert.equal((await draw(setup.gateway)).status, 200);
  });
});
