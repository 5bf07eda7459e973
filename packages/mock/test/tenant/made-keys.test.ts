import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashKey } from '@model-gateway/core';
import { createMockGateway, type MockTenant } from '@model-gateway/mock';
import { ask } from '../ask.ts';

const models = (tenant: MockTenant, key: string) =>
  ask(tenant, 'GET /v1/models?limit=1', { key }).then(({ status }) => status);

const admin = (tenant: MockTenant, line: string, body?: object) =>
  ask(tenant, line, { key: tenant.managementKey, ...(body && { body }) });

async function make(tenant: MockTenant): Promise<{ text: string; hash: string }> {
  const { status, value } = await admin(tenant, 'POST /v1/keys', { name: 'CI' });
  assert.equal(status, 201, JSON.stringify(value));
  return { text: value.key, hash: value.data.hash };
}

const pathOf = (key: string) => `/v1/keys/${hashKey(key)}`;

describe('keys that clients make in the mock (contract §19.1)', () => {
  it('work at once, until they are disabled or deleted', async () => {
    const mock = createMockGateway();
    const { text, hash } = await make(mock);
    assert.equal(await models(mock, text), 200);
    await admin(mock, `PATCH /v1/keys/${hash}`, { disabled: true });
    assert.equal(await models(mock, text), 401);
  });

  it('are taken back by reset, with changes of the other keys', async () => {
    const mock = createMockGateway();
    const { text } = await make(mock);
    await admin(mock, `DELETE ${pathOf(mock.apiKey)}`);
    assert.equal(await models(mock, mock.apiKey), 401);
    await mock.reset();
    assert.equal(await models(mock, mock.apiKey), 200);
    assert.equal(await models(mock, text), 401);
    const { value } = await admin(mock, 'GET /v1/keys?include_disabled=true');
    assert.ok(value.data.every(({ name }: { name: string }) => name.startsWith('Mock ')));
  });

  it('come back with a snapshot', async () => {
    const mock = createMockGateway();
    const { text } = await make(mock);
    const snapshot = await mock.snapshot();
    await mock.reset();
    await mock.restore(snapshot);
    assert.equal(await models(mock, text), 200);
  });

  it('go to a fork, whose own keys have what was changed of those of its parent', async () => {
    const mock = createMockGateway();
    const { text } = await make(mock);
    await admin(mock, `PATCH ${pathOf(mock.apiKey)}`, { name: 'renamed' });
    const fork = await mock.fork();
    assert.equal(await models(fork, text), 200);
    assert.equal((await admin(fork, `GET ${pathOf(fork.apiKey)}`)).value.data.name, 'renamed');
    assert.equal((await admin(fork, `GET ${pathOf(mock.apiKey)}`)).status, 404);
  });

  it('find the tenant in which they were made', async () => {
    const mock = createMockGateway();
    const tenant = mock.tenant({ models: [] });
    const { text } = await make(tenant);
    const found = await ask(mock, 'GET /v1/models', { key: text });
    assert.deepEqual([found.status, found.value.data], [200, []]);
    await tenant.close();
    assert.equal(await models(mock, text), 401);
  });

  it('are in no journal', async () => {
    const mock = createMockGateway();
    const { text } = await make(mock);
    assert.ok(!JSON.stringify(mock.requests().all()).includes(text));
  });
});
