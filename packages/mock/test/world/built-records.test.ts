import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assignment, createMockGateway, destination, member, model } from '@model-gateway/mock';
import { ask } from '../ask.ts';

describe('built records', () => {
  it('include a model that draws at its price', async () => {
    const gateway = createMockGateway({
      credits: 1,
      models: [model({ id: 'acme/brush-1', output: ['image'], price: { image: 0.25 } })],
    });
    const { status, value } = await ask(gateway, 'POST /v1/images', {
      body: { model: 'acme/brush-1', prompt: 'a red panda', n: 2 },
    });
    assert.equal(status, 200);
    assert.equal(value.data.length, 2);
    assert.equal(gateway.credits(), '0.5');
  });

  it('are served as they were built', async () => {
    const ada = member({ id: 'user_ada' });
    const gateway = createMockGateway({
      members: [ada],
      destinations: [destination({ type: 'langfuse', name: 'Traces' })],
      assignments: [assignment({ user: ada })],
    });
    const data = async (path: string) => {
      const { status, value } = await ask(gateway, `GET /v1${path}`, {
        key: gateway.managementKey,
      });
      assert.equal(status, 200, JSON.stringify(value));
      return value.data;
    };
    assert.deepEqual(await data('/organization/members'), [ada.member]);
    assert.deepEqual(await data('/guardrails/assignments/members'), [assignment({ user: ada })]);
    const [shown] = await data('/observability/destinations');
    assert.equal(shown.name, 'Traces');
    assert.notEqual(shown.config.secretKey, 'fake-secretKey-for-tests');
  });
});
