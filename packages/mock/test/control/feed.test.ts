import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createBodyCheck } from '@model-gateway/core/kit';
import type { ServerSentEvent } from '@model-gateway/core/http';
import { createMockGateway, type MockGateway } from '@model-gateway/mock';
import { FeedEventSchema, type FeedEventJson } from '../../src/control/wire/feed.ts';
import { control } from './control-call.ts';
import { PAINT, started } from './controlled-gateway.ts';

const check = createBodyCheck({ schema: FeedEventSchema, secrets: [], strict: () => '' });

/** A reader of the feed; each event is as the interface's description says. */
async function reader(
  t: TestContext,
  gateway: MockGateway,
  { path = '/events', lastEventId }: { path?: string; lastEventId?: string } = {},
) {
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const { body, status } = await control(gateway, `GET ${path}`, { headers });
  assert.equal(status, 200);
  assert.ok(body.kind === 'events');
  const iterator = body.events[Symbol.asyncIterator]();
  t.after(async () => {
    // Wakes a reader that waits.
    await control(gateway, 'POST /tenants');
    await iterator.return?.();
  });
  return {
    async next(): Promise<FeedEventJson & { id?: string }> {
      const { value } = await iterator.next();
      const { id, data = '' }: ServerSentEvent = value;
      const event: FeedEventJson = JSON.parse(data);
      const reading = check(event);
      assert.ok(reading.ok, JSON.stringify(reading));
      return { ...event, ...(id !== undefined && { id }) };
    },
  };
}

/** What an event says of a request, in short. */
function brief(event: FeedEventJson): unknown {
  if (event.type !== 'request') return event.type;
  const { number, operation, status } = event.request;
  return [event.tenant, number, operation, status];
}

describe('the feed of requests', () => {
  it('begins with the tenants and what is in their journals', async (t) => {
    const { gateway, as, tenant } = await started();
    await as('GET /v1/models');
    const { next } = await reader(t, gateway);
    const first = await next();
    assert.deepEqual(first, { type: 'tenants', tenants: ['main', tenant.id] });
    assert.deepEqual(brief(await next()), [tenant.id, 1, 'listModels', 200]);
  });

  it('goes on with each change, a request as it is by then', async (t) => {
    const { gateway, as, tenant } = await started();
    const { next } = await reader(t, gateway);
    await next();
    const coming = next();
    await as('GET /v1/models');
    assert.deepEqual(brief(await coming), [tenant.id, 1, 'listModels', null]);
    assert.deepEqual(brief(await next()), [tenant.id, 1, 'listModels', 200]);
    await assert.rejects(as('GET /v1/nothing'), /was not answered/);
    assert.deepEqual(brief(await next()), [tenant.id, 2, null, null]);
  });

  it('says when tenants come and go', async (t) => {
    const { gateway, call, tenant, there } = await started();
    const { next } = await reader(t, gateway);
    await next();
    await call(`DELETE ${there}`);
    assert.deepEqual(await next(), { type: 'tenants', tenants: ['main'] });
    await call('POST /tenants', { id: tenant.id });
    assert.deepEqual(await next(), { type: 'tenants', tenants: ['main', tenant.id] });
  });

  it('continues after the last event that the reader has', async (t) => {
    const { gateway, as, tenant } = await started();
    await as('GET /v1/models');
    const before = await reader(t, gateway);
    await before.next();
    const { id } = await before.next();
    await as('GET /v1/models?limit=1');
    const { next } = await reader(t, gateway, { lastEventId: id! });
    await next();
    assert.deepEqual(brief(await next()), [tenant.id, 2, 'listModels', 200]);
  });

  it('tells a reader of another run to forget what it knows', async (t) => {
    const { gateway, as, tenant } = await started();
    await as('GET /v1/models');
    for (const lastEventId of ['0badcafe-7', 'nonsense', '']) {
      const { next } = await reader(t, gateway, { lastEventId });
      assert.deepEqual(await next(), { type: 'reset' });
      assert.equal((await next()).type, 'tenants');
      assert.deepEqual(brief(await next()), [tenant.id, 1, 'listModels', 200]);
    }
  });

  it('says that a journal was emptied', async (t) => {
    const { gateway, as, call, there, tenant } = await started();
    await as('GET /v1/models');
    const { next } = await reader(t, gateway);
    await next();
    await next();
    await call(`DELETE ${there}/requests`);
    await as('GET /v1/models?limit=1');
    assert.deepEqual(brief(await next()), 'cleared');
    assert.deepEqual(brief(await next()), [tenant.id, 1, 'listModels', 200]);
  });

  it('says that a slow reader has missed requests, and keeps none for it', async (t) => {
    const { gateway, as } = await started();
    await as('GET /v1/models?limit=1');
    const { next } = await reader(t, gateway);
    await next();
    await next();
    for (let n = 0; n < 1001; n++) await as('GET /v1/models?limit=1');
    assert.equal((await next()).type, 'gap');
    const event = await next();
    assert.ok(event.type === 'request');
    assert.equal(event.request.number, 3);
  });

  it('watches one tenant alone', async (t) => {
    const { gateway, as, call, tenant, there } = await started();
    await as('GET /v1/models', {}, gateway.apiKey);
    await as('GET /v1/models');
    const { next } = await reader(t, gateway, { path: `${there}/events` });
    assert.deepEqual(await next(), { type: 'tenants', tenants: [tenant.id] });
    assert.deepEqual(brief(await next()), [tenant.id, 1, 'listModels', 200]);
    await call(`DELETE ${there}`);
    assert.deepEqual(await next(), { type: 'tenants', tenants: [] });
    const unknown = await control(gateway, 'GET /tenants/nobody/events');
    assert.equal(unknown.status, 404);
  });

  it('ends when the gateway closes', async () => {
    const gateway = createMockGateway({ world: 'tiny', control: true });
    const { body } = await control(gateway, 'GET /events');
    assert.ok(body.kind === 'events');
    const types: string[] = [];
    for await (const { data = '' } of body.events) {
      types.push(JSON.parse(data).type);
      await gateway.close();
    }
    assert.deepEqual(types, ['tenants']);
  });

  it('shows the progress of a stream', async (t) => {
    const { gateway, as } = await started({ models: [PAINT] });
    const { next } = await reader(t, gateway);
    await next();
    const body = { model: 'acme/paint-1', prompt: 'red panda', resolution: '512', stream: true };
    const answer = await as('POST /v1/images', { body });
    assert.ok(answer.body.kind === 'events');
    for await (const _event of answer.body.events);
    const event = await next();
    assert.ok(event.type === 'request');
    assert.equal(event.request.stream?.end, 'done');
  });

  it('shows no keys', async (t) => {
    const { gateway, as, tenant } = await started();
    await as(`GET /v1/models?key=${tenant.api_key}`);
    const { next } = await reader(t, gateway);
    await next();
    assert.doesNotMatch(JSON.stringify(await next()), new RegExp(tenant.api_key));
  });
});
