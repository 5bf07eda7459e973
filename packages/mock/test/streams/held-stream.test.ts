import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway, startMockGateway } from '@model-gateway/mock';
import { IMAGE, draw, reading, requestOf } from './held-streams.ts';

describe('a held stream', () => {
  it('sends what the test sends, when the test sends it', async () => {
    const gateway = createMockGateway({ credits: 5 });
    const s = gateway.on('createImage').stream();
    const { came, end } = reading(await draw(gateway));
    assert.deepEqual(came, []);
    await s.partial(0);
    assert.deepEqual(came.splice(0), ['partial_image 0']);
    await s.text('thinking', 'reasoning');
    await s.text('about it');
    assert.deepEqual(came.splice(0), [
      'text_chunk reasoning thinking',
      'text_chunk content about it',
    ]);
    await s.partial(2);
    await s.partial(1);
    await s.partial(1);
    assert.deepEqual(came.splice(0), ['partial_image 2', 'partial_image 1', 'partial_image 1']);
    await s.complete();
    assert.deepEqual(came, ['completed', '[DONE]']);
    await end;
    assert.equal(gateway.credits(), '4.96');
    assert.equal(gateway.clock.waiting, 0);
  });

  it('leaves the rules after it to other requests', async () => {
    const gateway = createMockGateway();
    gateway.on('createImage').fail(529);
    const s = gateway.on('createImage').stream();
    const { came, end } = reading(await draw(gateway));
    await s.end('done');
    await end;
    assert.deepEqual(came, ['[DONE]']);
    assert.equal((await draw(gateway)).status, 529);
  });

  it('works the same on a socket', async () => {
    await using gateway = await startMockGateway();
    const s = gateway.on('createImage').stream();
    const response = await fetch(`${gateway.baseURL}/images`, requestOf(gateway));
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    const { came, end } = reading(response);
    await s.partial(0);
    await s.text('nearly');
    await s.complete();
    await end;
    assert.deepEqual(came, ['partial_image 0', 'text_chunk content nearly', 'completed', '[DONE]']);
  });

  it('is the next stream that matches, and no later one', async () => {
    const gateway = createMockGateway();
    const s = gateway
      .on('createImage')
      .where({ body: { prompt: 'held' } })
      .stream();
    const free = await draw(gateway);
    assert.match(await free.text(), /DONE/);
    const held = reading(await draw(gateway, { ...IMAGE, prompt: 'held' }));
    assert.match(await (await draw(gateway, { ...IMAGE, prompt: 'held' })).text(), /DONE/);
    await s.end('clean-eof');
    await held.end;
    assert.deepEqual(held.came, []);
  });

  it('takes commands before the request arrives, and then names the request', async () => {
    const gateway = createMockGateway();
    const s = gateway.on('createImage').stream();
    const sent = Promise.all([s.partial(0), s.complete()]);
    const { came, end } = reading(await draw(gateway));
    const { operation, body } = await s.request;
    assert.deepEqual([operation, body], ['createImage', IMAGE]);
    await Promise.all([sent, end]);
    assert.deepEqual(came, ['partial_image 0', 'completed', '[DONE]']);
  });

  it('does not wait for the reader', async () => {
    const gateway = createMockGateway();
    const s = gateway.on('createImage').stream();
    const response = await draw(gateway);
    await s.partial(0);
    await s.partial(1);
    await s.complete();
    const { came, end } = reading(response);
    await end;
    assert.deepEqual(came, ['partial_image 0', 'partial_image 1', 'completed', '[DONE]']);
  });

  it('has as many completed images as requested', async () => {
    const gateway = createMockGateway();
    const s = gateway.on('createImage').stream();
    const { came, end } = reading(await draw(gateway, { ...IMAGE, n: 2 }));
    await s.partial(0);
    await s.complete();
    await end;
    assert.deepEqual(came, ['partial_image 0', 'completed', 'completed', '[DONE]']);
  });

  it('may be one of several at a time', async () => {
    const gateway = createMockGateway();
    const holds = ['a', 'b', 'c'].map((prompt) => ({
      prompt,
      s: gateway.on('createImage').where({ body: { prompt } }).stream(),
    }));
    const read = await Promise.all(
      holds.map(async ({ prompt }) => reading(await draw(gateway, { ...IMAGE, prompt }))),
    );
    await Promise.all(holds.map(({ s, prompt }) => s.text(prompt)));
    assert.deepEqual(
      read.map(({ came }) => came),
      [['text_chunk content a'], ['text_chunk content b'], ['text_chunk content c']],
    );
    await Promise.all(holds.map(({ s }) => s.end('done')));
    await Promise.all(read.map(({ end }) => end));
  });

  for (const output_format of ['jpeg', 'webp'] as const) {
    it(`sends ${output_format} too`, async () => {
      const gateway = createMockGateway();
      const s = gateway.on('createImage').stream();
      const { came, end } = reading(await draw(gateway, { ...IMAGE, output_format }));
      await s.partial(1);
      assert.deepEqual(came, ['partial_image 1']);
      await s.complete();
      await end;
    });
  }
});
