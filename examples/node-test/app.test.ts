import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startMockGateway, type RunningMockGateway } from '@model-gateway/mock';
import { draw } from './draw.ts';

describe('draw', () => {
  let gateway: RunningMockGateway;

  before(async () => {
    gateway = await startMockGateway();
  });
  after(() => gateway.close());

  // The mock's world of 400 models never changes, so a test may name one of them.
  const model = 'acme/paint-1';
  const drawWith = (apiKey: string) =>
    draw(model, 'a lighthouse', { baseURL: gateway.baseURL, apiKey });

  it('returns an image', async () => {
    const image = await drawWith(gateway.apiKey);
    assert.equal(new TextDecoder().decode(image.subarray(1, 4)), 'PNG');
  });

  it('returns the same image for the same prompt', async () => {
    assert.deepEqual(await drawWith(gateway.apiKey), await drawWith(gateway.apiKey));
  });

  it('says when there are no credits left', async () => {
    await assert.rejects(drawWith(gateway.keys.broke), { status: 402, message: /credits/i });
  });

  it('says when the key is not accepted', async () => {
    await assert.rejects(drawWith(gateway.keys.revoked), { status: 401 });
  });
});
