import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway, model } from '@model-gateway/mock';
import { IMAGE, draw, reading } from './held-streams.ts';

describe('refusals to hold a stream', () => {
  const cases: readonly (readonly [string, object, number, RegExp])[] = [
    ['without stream: true', { stream: false }, 200, /did not say stream: true \[GW1403\]$/],
    ['when the request is wrong', { n: 0 }, 400, /answered with 400: Invalid.* n .*\[GW1405\]$/],
    ['when the model is unknown', { model: 'acme/none' }, 404, /answered with 404.*\[GW1405\]$/],
  ];
  for (const [when, changes, status, message] of cases) {
    it(when, async () => {
      const gateway = createMockGateway();
      const s = gateway.on('createImage').stream();
      const sending = assert.rejects(s.partial(0), message);
      const response = await draw(gateway, { ...IMAGE, ...changes });
      assert.equal(response.status, status);
      await sending;
      await assert.rejects(s.complete(), message);
      assert.equal((await s.request).operation, 'createImage');
      gateway.verify();
    });
  }

  it('when the model does not stream', async () => {
    const gateway = createMockGateway({
      models: [model({ id: 'acme/stamp-1', output: ['image'], images: { streams: false } })],
    });
    const s = gateway.on('createImage').stream();
    const response = await draw(gateway, { ...IMAGE, model: 'acme/stamp-1' });
    assert.equal((await response.json()).data.length, 1);
    await assert.rejects(
      s.partial(0),
      /acme\/stamp-1 does not stream, even with stream: true \[GW1404\]$/,
    );
  });
});

describe('a command to a held stream is refused when it', () => {
  it('sends a partial image of an SVG, which streams as text', async () => {
    const gateway = createMockGateway();
    const s = gateway.on('createImage').stream();
    const { model: _model, size: _size, ...rest } = IMAGE;
    const body = { ...rest, model: 'inkwell/linocut-v2-svg' };
    const { came, end } = reading(await draw(gateway, body));
    await assert.rejects(s.partial(0), /it has none: SVG streams as text.*\[GW1406\]$/);
    await s.text('<svg');
    await s.complete();
    await end;
    assert.deepEqual(came, ['text_chunk content <svg', 'completed', '[DONE]']);
  });

  it('sends an unknown partial image', async () => {
    const gateway = createMockGateway();
    const s = gateway.on('createImage').stream();
    const { came, end } = reading(await draw(gateway));
    for (const index of [3, -1, 0.5]) {
      await assert.rejects(s.partial(index), /it has 3, 0 to 2 \[GW1406\]$/);
    }
    await s.partial(2);
    await s.end('done');
    await end;
    assert.deepEqual(came, ['partial_image 2', '[DONE]']);
  });

  it('comes after the end', async () => {
    const gateway = createMockGateway();
    const s = gateway.on('createImage').stream();
    const { end } = reading(await draw(gateway));
    await s.complete();
    await end;
    await assert.rejects(s.partial(0), /the test ended it before \("complete"\) \[GW1407\]$/);
    await assert.rejects(s.end('stall'), { code: 'GW1407' });
  });
});
