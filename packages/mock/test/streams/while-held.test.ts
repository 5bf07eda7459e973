import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fetchGateway } from '@model-gateway/fetch';
import { createMockGateway, startMockGateway } from '@model-gateway/mock';
import { nextTurn } from '@model-gateway/core/kit';
import { IMAGE, draw, drawn, frozen, reading, requestOf } from './held-streams.ts';

describe('while a test holds a stream', () => {
  it('it gets keep-alives by the clock, and no latency delays it', async () => {
    const gateway = frozen();
    const s = gateway.on('createImage').stream();
    const { came, end } = reading(await drawn(gateway));
    await gateway.clock.advance('30s');
    await s.partial(0);
    await gateway.clock.advance('15s');
    await s.complete();
    await end;
    assert.deepEqual(came, [
      ': keep-alive',
      ': keep-alive',
      'partial_image 0',
      ': keep-alive',
      'completed',
      '[DONE]',
    ]);
  });

  it('the gateway gives up on it as on any silent provider', async () => {
    const gateway = frozen();
    const s = gateway.on('createImage').stream();
    const { came, end } = reading(await drawn(gateway));
    await gateway.clock.advance('60s');
    await end;
    assert.deepEqual(came.slice(-2), ['error 524 Request timed out, try again later', '[DONE]']);
    await assert.rejects(s.partial(0), /the gateway ended it.*60 s.*\[GW1407\]$/);
    gateway.verify();
  });

  it('its client may leave', async () => {
    const gateway = createMockGateway({ credits: 5 });
    const s = gateway.on('createImage').stream();
    const reader = (await draw(gateway)).body?.getReader();
    await s.partial(0);
    await reader?.read();
    await reader?.cancel();
    await assert.rejects(s.complete(), /the client left.*\[GW1408\]$/);
    assert.equal(gateway.credits(), '5');
    gateway.verify();
  });

  it('its client may leave before it began', async () => {
    const gateway = frozen();
    const s = gateway.on('createImage').stream();
    const client = new AbortController();
    const init = requestOf(gateway, IMAGE, client.signal);
    const answer = fetchGateway(gateway.handle, { mount: '' });
    const answered = answer(new Request('http://host/v1/images', init));
    await s.request;
    client.abort();
    assert.equal((await answered)?.status, 499);
    await assert.rejects(s.partial(0), { code: 'GW1408' });
    gateway.verify();
  });

  it('its client may leave on a socket', async () => {
    await using gateway = await startMockGateway({ credits: 5 });
    const client = new AbortController();
    const s = gateway.on('createImage').stream();
    const init = requestOf(gateway, IMAGE, client.signal);
    const { end } = reading(await fetch(`${gateway.baseURL}/images`, init));
    await s.partial(0);
    client.abort();
    await assert.rejects(end, { name: 'AbortError' });
    const { journal } = gateway;
    while (journal.entries()[0]?.stream?.end !== 'client-left') await nextTurn();
    await assert.rejects(s.partial(1), { code: 'GW1408' });
  });
});
