import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { destination, model, startMockGateway, type RunningMockGateway } from '@model-gateway/mock';

const TESTS = 100;

describe(`${TESTS} tests at the same time on one server`, { concurrency: TESTS }, () => {
  let gateway: RunningMockGateway;

  before(async () => {
    gateway = await startMockGateway();
  });
  after(async () => {
    gateway.requests().expectNone();
    await gateway[Symbol.asyncDispose]();
  });

  for (let number = 0; number < TESTS; number++) {
    it(`of which number ${number} sees only its own data, faults and requests`, async () => {
      const id = `acme/quill-${number}`;
      const hooks = destination({ name: `Hooks ${number}` });
      await using tenant = gateway.tenant({
        id: `test-${number}`,
        models: [model({ id })],
        destinations: [hooks],
        unusedRules: 'fail',
      });
      // Two of three apps have been configured with the key, one with the URL.
      const isByKey = number % 3 !== 0;
      const base = isByKey ? tenant.baseURL : tenant.anyKeyURL;
      const ask = async (path: string, key: string, init: RequestInit = {}) => {
        const headers = { authorization: `Bearer ${isByKey ? key : 'sk-hard-coded'}` };
        const response = await fetch(base + path, {
          ...init,
          headers: { ...headers, 'content-type': 'application/json' },
        });
        return { status: response.status, body: await response.json() };
      };

      const faults = 1 + (number % 3);
      tenant.on('listModels').fail(502, { times: faults, message: `fault of ${number}` });
      for (let fault = 0; fault < faults; fault++) {
        const { status, body } = await ask('/models', tenant.apiKey);
        assert.equal(status, 502);
        assert.equal(body.error.message, `fault of ${number}`);
      }
      const { body: models } = await ask('/models', tenant.apiKey);
      assert.deepEqual(
        models.data.map((each: { id: string }) => each.id),
        [id],
      );

      const destinations = '/observability/destinations';
      await ask(`${destinations}/${hooks.destination.id}`, tenant.managementKey, {
        method: 'PATCH',
        body: JSON.stringify({ enabled: number % 2 === 0 }),
      });
      const { body: list } = await ask(destinations, tenant.managementKey);
      assert.deepEqual(
        list.data.map((each: { name: string; enabled: boolean }) => [each.name, each.enabled]),
        [[`Hooks ${number}`, number % 2 === 0]],
      );

      tenant.requests('listModels').expectCount(faults + 1);
      tenant.requests().expectCount(faults + 3);
    });
  }
});
