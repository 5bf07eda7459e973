import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway, startMockGateway } from '@model-gateway/mock';
import { draw, drawn, frozen, reading, requestOf } from './held-streams.ts';

describe('the end of a held stream', () => {
  it('may be an error, of the default kind or any other', async () => {
    const gateway = createMockGateway({ credits: 5 });
    for (const [error, event] of [
      [undefined, 'error 502 Provider returned error'],
      [{ code: 529, message: 'too many pandas' }, 'error 529 too many pandas'],
      // Of the errors with a shared status, the one that an inference key may get.
      [{ code: 401 }, 'error 401 Invalid API key'],
      [{ code: 403 }, 'error 403 Management keys cannot perform this operation'],
      [{ code: 422 }, 'error 422 Provider returned error'],
    ] as const) {
      const s = gateway.on('createImage').stream();
      const { came, end } = reading(await draw(gateway));
      await s.partial(0);
      await s.error(error);
      assert.deepEqual(came, ['partial_image 0', event, '[DONE]']);
      await end;
    }
    assert.equal(gateway.credits(), '5');
  });

  for (const [ending, rest] of [
    ['done', ['[DONE]']],
    ['clean-eof', []],
    ['error-event', ['error 502 Provider returned error', '[DONE]']],
  ] as const) {
    it(`may be "${ending}"`, async () => {
      const gateway = createMockGateway({ credits: 5 });
      const s = gateway.on('createImage').stream();
      const { came, end } = reading(await draw(gateway));
      await s.end(ending);
      await end;
      assert.deepEqual(came, rest);
      assert.equal(gateway.credits(), '5');
    });
  }

  it('may be "abort", after everything before it has arrived', async () => {
    await using gateway = await startMockGateway();
    const s = gateway.on('createImage').stream();
    const { came, end } = reading(await fetch(`${gateway.baseURL}/images`, requestOf(gateway)));
    const broken = assert.rejects(end, TypeError);
    await s.partial(0);
    await s.end('abort');
    await broken;
    assert.deepEqual(came, ['partial_image 0']);
  });

  for (const [ending, rest] of [
    ['stall', []],
    ['linger', ['[DONE]']],
  ] as const) {
    it(`may be "${ending}", until the tenant is disposed`, async () => {
      const gateway = frozen();
      const tenant = gateway.tenant();
      const s = tenant.on('createImage').stream();
      const { came, end } = reading(await drawn(tenant));
      await s.end(ending);
      const broken = assert.rejects(end, { code: 'GW1208' });
      await tenant.clock.advance('1h');
      assert.deepEqual(came, rest);
      await tenant[Symbol.asyncDispose]();
      await broken;
    });
  }
});

describe('a stream that stays open', () => {
  it('ends when its server closes', async () => {
    const gateway = await startMockGateway();
    const s = gateway.on('createImage').stream();
    const { came, end } = reading(await fetch(`${gateway.baseURL}/images`, requestOf(gateway)));
    const broken = assert.rejects(end, TypeError);
    await s.text('last words');
    await s.end('stall');
    await gateway[Symbol.asyncDispose]();
    await broken;
    assert.deepEqual(came, ['text_chunk content last words']);
  });
});
