import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMockGateway, type MockGatewayOptions } from '@model-gateway/mock';
import { ask } from '../ask.ts';

/** The header of what the inspector looks up to show it. */
const LOOKUP = { headers: { 'x-mock-inspector': '1' } };

const IMAGE = { model: 'acme/paint-1', prompt: 'red panda' };

function aGateway(options: MockGatewayOptions = {}) {
  return createMockGateway({ world: 'tiny', control: true, ...options });
}

const lookUp = (gateway: ReturnType<typeof aGateway>) =>
  ask(gateway, 'GET /v1/models?limit=1', LOOKUP);

describe('what the inspector looks up', () => {
  it('is not in the journal', async () => {
    const gateway = aGateway();
    assert.equal((await lookUp(gateway)).status, 200);
    gateway.requests().expectCount(0);
  });

  it('neither follows a rule nor uses it up', async () => {
    const gateway = aGateway();
    const rule = gateway.on('listModels').fail(503, { times: 1 });
    assert.equal((await lookUp(gateway)).status, 200);
    assert.deepEqual([rule.hits, rule.remaining], [0, 1]);
    assert.equal((await ask(gateway, 'GET /v1/models')).status, 503);
  });

  it('waits for no latency', async () => {
    const gateway = aGateway({ clock: 'frozen', latency: '1h' });
    assert.equal((await lookUp(gateway)).status, 200);
  });

  it('gets the response headers of its tenant', async () => {
    const gateway = aGateway({ responseHeaders: { 'x-region': 'eu-1' } });
    assert.equal((await lookUp(gateway)).headers['x-region'], 'eu-1');
  });

  it('needs a key', async () => {
    const response = await ask(aGateway(), 'GET /v1/models', { ...LOOKUP, key: 'another' });
    assert.equal(response.status, 401);
  });

  it('is refused with what is known about its key', async () => {
    const { value } = await ask(aGateway(), 'GET /v1/models', { ...LOOKUP, key: 'another' });
    assert.deepEqual(value.error.metadata, {
      hint: 'no tenant of this mock gateway has this key',
    });
  });

  it('is not what its user does', async () => {
    const gateway = aGateway();
    gateway.on('createImage').fail(529, { times: 1 });
    const { status } = await ask(gateway, 'POST /v1/images', { ...LOOKUP, body: IMAGE });
    assert.equal(status, 529);
    gateway.requests().expectCount(1);
  });

  it('is a request like any other where there is no inspector', async () => {
    const gateway = aGateway({ control: false });
    gateway.on('listModels').fail(503, { times: 1 });
    assert.equal((await lookUp(gateway)).status, 503);
  });
});
