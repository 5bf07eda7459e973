import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openGateway } from '@model-gateway/server';

/* The second header for keys, which hosts may switch off. Source: contract §13.6. */
for (const [xApiKey, status] of [
  [undefined, 200],
  [true, 200],
  [false, 401],
] as const) {
  it(`POST /messages with x-api-key is a ${status} where server.xApiKey is ${xApiKey}`, async () => {
    await using gateway = await openGateway({
      store: 'sqlite::memory:',
      credits: { required: false },
      log: { level: 'silent' },
      providers: [{ kind: 'demo' }],
      ...(xApiKey !== undefined && { server: { xApiKey } }),
    });
    const { administration } = gateway;
    const workspace = { accountId: 'user_1', name: 'Default' };
    const { id: workspaceId } = await administration.workspaces.create(workspace);
    const owner = { label: 'shop', userId: 'user_1', workspaceId };
    const { text: key } = await administration.keys.create(owner);
    await gateway.ready();
    const value = {
      model: 'demo/echo',
      max_tokens: 9,
      messages: [{ role: 'user', content: 'Hi' }],
    };
    const response = await gateway.handle({
      method: 'POST',
      path: '/messages',
      search: '',
      mount: '',
      headers: { 'x-api-key': key },
      body: { kind: 'parsed', value },
    });
    assert.equal(response?.status, status);
  });
}
