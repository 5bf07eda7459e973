import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway } from '@model-gateway/mock';
import { aRequest } from '../../../core/test/builders.ts';
import { drawing, send } from './send.ts';

describe('the journal', () => {
  it('holds requests and their outcomes', async () => {
    const gateway = createMockGateway({
      clock: { now: '2026-08-01T00:00:00Z', mode: 'frozen' },
    });
    await send(gateway, 'GET /v1/models?limit=1&sort=newest', { headers: { 'X-Title': 'My app' } });
    await send(gateway, 'POST /v1/images', { body: drawing('a lighthouse') });
    const [list, draw] = gateway.journal.entries();
    assert.partialDeepStrictEqual(list, {
      number: 1,
      operation: 'listModels',
      method: 'GET',
      path: '/v1/models',
      query: { limit: '1', sort: 'newest' },
      headers: { 'x-title': 'My app' },
      body: undefined,
      at: Date.parse('2026-08-01T00:00:00Z'),
      answeredBy: ['gateway'],
      status: 200,
      durationMs: 0,
    });
    assert.partialDeepStrictEqual(draw, {
      number: 2,
      operation: 'createImage',
      body: drawing('a lighthouse'),
      status: 200,
    });
  });

  it('names the rules that took part in the answer, and the gateway if it was asked', async () => {
    const gateway = createMockGateway();
    gateway.on('listModels').fail(503);
    for (let i = 0; i < 2; i++) await send(gateway, 'GET /v1/models?limit=1');
    const [failed, answered] = gateway.journal.entries();
    assert.deepEqual(failed?.answeredBy, ['listModels.fail-503']);
    assert.deepEqual(answered?.answeredBy, ['gateway']);
  });

  it('keeps the headers as received, even if the host changes its own afterwards', async () => {
    const gateway = createMockGateway();
    const headers: Record<string, string> = { 'x-title': 'My app' };
    const body = { kind: 'none' } as const;
    await gateway.handle(aRequest('/v1/models', { mount: '', headers, body }));
    headers['x-title'] = 'rewritten by a proxy behind the gateway';
    assert.deepEqual(gateway.journal.entries()[0]?.headers, { 'x-title': 'My app' });
  });

  it('has the body of a request that a rule answered without looking at it', async () => {
    const gateway = createMockGateway();
    gateway.on('createImage').fail(529);
    await send(gateway, 'POST /v1/images', { body: drawing('a lighthouse') });
    gateway.requests('createImage').last().expectBody({ prompt: 'a lighthouse' });
  });

  it('has a body as text if it is JSON with more levels than can be shown', async () => {
    const gateway = createMockGateway();
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    await send(gateway, 'POST /v1/images', { body: deep });
    assert.ok(gateway.requests('createImage').last().body === deep);
    assert.match(gateway.journal.text(), /^#1 .*POST \/v1\/images/);
  });

  it('has a body as text if it is not JSON', async () => {
    const gateway = createMockGateway();
    await send(gateway, 'POST /v1/images', { body: '{"prompt": ' });
    assert.equal(gateway.requests('createImage').last().body, '{"prompt": ');
  });

  it('has no body of a request that was refused before it was read', async () => {
    const gateway = createMockGateway();
    const headers = { authorization: 'Bearer wrong' };
    await send(gateway, 'POST /v1/images', { body: drawing('a lighthouse'), headers });
    const { status, body } = gateway.requests('createImage').last();
    assert.deepEqual({ status, body }, { status: 401, body: undefined });
    assert.throws(
      () => gateway.requests('createImage').last().expectBody({ prompt: 'a lighthouse' }),
      /the body was not read/,
    );
  });

  it('counts the events of a stream to its end', async () => {
    const gateway = createMockGateway();
    const body = drawing('a lighthouse', { stream: true });
    const response = await send(gateway, 'POST /v1/images', { body });
    assert.deepEqual(gateway.requests().last().stream, { events: 0, end: 'open' });
    assert.equal(gateway.requests().last().durationMs, undefined);
    const frames = (await response.text()).trim().split('\n\n');
    assert.deepEqual(gateway.requests().last().stream, { events: frames.length, end: 'done' });
    assert.notEqual(gateway.requests().last().durationMs, undefined);
  });

  it('says when the reader of a stream left', async () => {
    const gateway = createMockGateway();
    const body = drawing('a lighthouse', { stream: true });
    const response = await send(gateway, 'POST /v1/images', { body });
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    assert.equal(gateway.requests().last().stream?.end, 'client-left');
  });

  it('keeps the last thousand requests', async () => {
    const gateway = createMockGateway({ publicCatalog: true });
    for (let i = 0; i < 1001; i++) await send(gateway, 'GET /v1/observability/destinations');
    const entries = gateway.journal.entries();
    assert.equal(entries.length, 1000);
    assert.equal(entries[0]?.number, 2);
  });

  it('keeps bodies up to a limit, and of larger ones only that they existed', async () => {
    const gateway = createMockGateway();
    const prompt = (letter: string, millions: number) => letter.repeat(millions * 1024 * 1024);
    gateway.on('createImage').failAlways(500);
    await send(gateway, 'POST /v1/images', { body: { prompt: prompt('a', 9) } });
    for (const letter of ['b', 'c', 'd']) {
      await send(gateway, 'POST /v1/images', { body: { prompt: prompt(letter, 7) } });
    }
    const kept = gateway.journal.entries().map(({ body }) => body !== undefined);
    assert.deepEqual(kept, [false, false, true, true]);
    assert.throws(
      () => gateway.requests('createImage').first().expectBody({ prompt: 'a' }),
      /the body was too long to be kept: 9437197 bytes/,
    );
  });

  it('is each tenant’s own', async () => {
    const gateway = createMockGateway();
    const [one, other] = [gateway.tenant(), gateway.tenant()];
    await send({ ...gateway, apiKey: one.apiKey }, 'GET /v1/models?limit=1');
    assert.equal(one.journal.entries().length, 1);
    assert.equal(other.journal.entries().length, 0);
    assert.equal(gateway.journal.entries().length, 0);
  });

  it('is empty again after a reset', async () => {
    const gateway = createMockGateway();
    await send(gateway, 'GET /v1/models?limit=1');
    await gateway.reset();
    assert.deepEqual(gateway.journal.entries(), []);
    await send(gateway, 'GET /v1/models?limit=1');
    assert.equal(gateway.journal.entries()[0]?.number, 1);
  });

  it('can be read as text', async () => {
    const gateway = createMockGateway({ clock: 'frozen' });
    gateway.on('createImage').fail(529);
    await send(gateway, 'GET /v1/models?limit=1');
    await send(gateway, 'POST /v1/images', { body: { prompt: 'a lighthouse' } });
    await send(gateway, 'GET /v1/model').catch(() => {});
    assert.equal(
      gateway.journal.text(),
      [
        '#1 GET /v1/models?limit=1 → 200, 0 ms',
        '#2 POST /v1/images → 529 by createImage.fail-529, 0 ms',
        '    {',
        '      "prompt": "a lighthouse"',
        '    }',
        '#3 GET /v1/model → unhandled',
      ].join('\n'),
    );
  });
});
