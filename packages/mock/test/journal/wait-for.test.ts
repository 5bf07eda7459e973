import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { createMockGateway } from '@model-gateway/mock';
import { waitUntil } from '../../src/journal/wait-until.ts';
import { drawing, send } from './send.ts';

describe('waitFor', () => {
  it('resolves at once for requests that have arrived', async () => {
    const gateway = createMockGateway();
    await send(gateway, 'GET /v1/models?limit=1');
    const lists = await gateway.requests('listModels').waitFor();
    lists.expectCount(1);
  });

  it('resolves when the last of them arrives', async () => {
    const gateway = createMockGateway();
    const both = gateway.requests('listModels').waitFor({ count: 2, timeoutMs: 30_000 });
    await send(gateway, 'GET /v1/models?limit=1');
    await send(gateway, 'GET /v1/models?limit=1');
    (await both).expectCount(2);
  });

  it('resolves for a request that is not answered yet, with its body', async () => {
    const gateway = createMockGateway({ clock: 'frozen' });
    gateway.on('createImage').delay('1m');
    const answer = send(gateway, 'POST /v1/images', { body: drawing('a lighthouse') });
    const images = await gateway.requests('createImage').waitFor({ timeoutMs: 30_000 });
    assert.equal(images.last().status, undefined);
    images.last().expectBody({ prompt: 'a lighthouse' });
    await gateway.clock.advance('1m');
    assert.equal((await answer).status, 200);
  });

  it('refuses an option that it does not have, and what are no options', async () => {
    const requests = createMockGateway().requests();
    // Plain JavaScript may give these.
    const wait = (options: unknown) => requests.waitFor(options as never);
    await assert.rejects(wait({ cuont: 2 }), /waitFor\(\) has no option "cuont"; .*\[GW1211\]/);
    await assert.rejects(wait(2), /waitFor\(\) takes an object of options, got .*\[GW1211\]/);
  });

  it('resolves for an unhandled request', async () => {
    const gateway = createMockGateway();
    const unhandled = gateway.requests('unhandled').waitFor({ timeoutMs: 30_000 });
    await assert.rejects(send(gateway, 'POST /v1/image', { body: {} }));
    (await unhandled).expectCount(1);
  });

  it('rejects with the same failure when it takes too long', async () => {
    const gateway = createMockGateway({ clock: 'frozen' });
    await send(gateway, 'GET /v1/models?limit=1');
    await assert.rejects(gateway.requests('createImage').waitFor({ timeoutMs: 1 }), {
      code: 'ERR_ASSERTION',
      operator: 'waitFor',
      message:
        'expected at least 1 createImage request within 1 ms, got 0\n\nreceived instead:\n' +
        '  #1 GET /v1/models?limit=1 → 200, 0 ms\n\n[GW1301]',
    });
  });

  it('rejects when the tenant is closed, since no request can arrive any more', async () => {
    const tenant = createMockGateway().tenant();
    const waiting = tenant.requests('createImage').waitFor({ timeoutMs: 30_000 });
    const rejected = assert.rejects(waiting, /before the tenant was closed, got 0/);
    await tenant.close();
    await rejected;
  });

  it('rejects with the reason of a signal', async () => {
    const reason = new Error('the test is over');
    const signal = AbortSignal.abort(reason);
    await assert.rejects(createMockGateway().requests().waitFor({ signal }), reason);
  });
});

describe('waiting', () => {
  const open = new AbortController().signal;

  it('leaves no timer and no listener behind', async () => {
    const timer = createManualClock(0);
    let listeners = 0;
    let look = () => {};
    const journal = {
      onChange(listener: () => void) {
        listeners++;
        look = listener;
        return () => void listeners--;
      },
    };
    let isSo = false;
    const waiting = waitUntil(() => isSo, { journal, timer, closed: open }, { timeoutMs: 5 });
    assert.deepEqual([timer.waiting, listeners], [1, 1]);
    isSo = true;
    look();
    assert.equal(await waiting, 'so');
    assert.deepEqual([timer.waiting, listeners], [0, 0]);
  });

  it('ends by the given timer', async () => {
    const timer = createManualClock(0);
    const journal = { onChange: () => () => {} };
    const waiting = waitUntil(() => false, { journal, timer, closed: open }, { timeoutMs: 5 });
    timer.advance(5);
    assert.equal(await waiting, 'too late');
  });
});
