import assert from 'node:assert/strict';
import { it } from 'node:test';
import { encodeResponse } from '@model-gateway/core/http';
import { openGateway, type ConfigInput } from '@model-gateway/server';

/** Sends one request twice, and returns what became of the second one. */
async function sentTwice(idempotency: ConfigInput['idempotency']) {
  await using gateway = await openGateway({
    store: 'sqlite::memory:',
    credits: { required: false },
    log: { level: 'silent' },
    providers: [{ kind: 'demo' }],
    ...(idempotency !== undefined && { idempotency }),
  });
  const { administration } = gateway;
  const workspace = { accountId: 'user_1', name: 'Default' };
  const { id: workspaceId } = await administration.workspaces.create(workspace);
  const owner = { label: 'shop', userId: 'user_1', workspaceId };
  const { text: key } = await administration.keys.create(owner);
  await gateway.ready();
  const send = async () => {
    const response = await gateway.handle({
      method: 'POST',
      path: '/chat/completions',
      search: '',
      mount: '',
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'order-1' },
      body: {
        kind: 'parsed',
        value: { model: 'demo/echo', messages: [{ role: 'user', content: 'Hi' }] },
      },
    });
    assert.equal(response?.status, 200);
    const text = Buffer.concat(encodeResponse(response).parts).toString();
    return { text, isAgain: response.headers['idempotent-replayed'] === 'true' };
  };
  const first = await send();
  const second = await send();
  return { isSame: first.text === second.text, isAgain: second.isAgain };
}

const rows: readonly (readonly [string, ConfigInput['idempotency'], boolean])[] = [
  ['in the store, by default', undefined, true],
  ['in memory', { store: 'memory' }, true],
  ['not at all', null, false],
];
for (const [where, idempotency, isKept] of rows) {
  it(`remembers requests with an idempotency key ${where}`, async () => {
    assert.deepEqual(await sentTwice(idempotency), { isSame: isKept, isAgain: isKept });
  });
}
