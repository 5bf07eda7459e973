import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway, type MockGateway } from '@model-gateway/mock';
import { IMAGE, draw, reading } from './held-streams.ts';

describe('a held stream that the test abandons', () => {
  const letGo = async (gateway: MockGateway) => {
    const s = gateway.on('createImage').stream();
    const { came, end } = reading(await draw(gateway));
    await s.partial(0);
    const broken = assert.rejects(end, { code: 'GW1208' });
    await gateway.close();
    await broken;
    assert.deepEqual(came, ['partial_image 0']);
    return s;
  };

  it('ends when its tenant is disposed, and fails the test', async () => {
    const gateway = createMockGateway({ credits: 5 });
    const s = await letGo(gateway);
    assert.throws(
      () => gateway.verify(),
      /held the stream of POST \/v1\/images and never ended it.*\[GW1409\]$/,
    );
    await assert.rejects(s.complete(), /its tenant was disposed \[GW1407\]$/);
    assert.equal(gateway.credits(), '5');
  });

  it('rejects its commands when the tenant is disposed', async () => {
    const gateway = createMockGateway();
    const s = gateway.on('createImage').stream();
    const request = assert.rejects(s.request, { code: 'GW1410' });
    const partial = assert.rejects(s.partial(0), { code: 'GW1410' });
    await gateway[Symbol.asyncDispose]();
    await Promise.all([request, partial]);
  });

  it('fails the test with the reason of a command that was not awaited', async () => {
    const gateway = createMockGateway();
    gateway.on('createImage').stream();
    await draw(gateway, { ...IMAGE, n: 0 });
    assert.throws(() => gateway.verify(), /answered with 400.*\[GW1405\]$/);
  });

  it('is forgotten when the tenant is reset', async () => {
    const gateway = createMockGateway();
    await letGo(gateway);
    await gateway.reset();
    gateway.verify();
  });
});
