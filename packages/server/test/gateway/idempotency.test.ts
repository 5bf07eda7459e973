import assert from 'node:assert/strict';
import { it } from 'node:test';
import { encodeResponse } from '@model-gateway/core/http';
import { openGateway, type ConfigInput } from '@model-gateway/server';
import { converse, readyWithKey } from '../support/ask-gateway.ts';

/** Sends one request twice, and returns what became of the second one. */
async function sentTwice(idempotency: ConfigInput['idempotency']) {
  await using gateway = await openGateway({
    store: 'sqlite::memory:',
    credits: { required: false },
    log: { level: 'silent' },
    providers: [{ kind: 'demo' }],
    ...(idempotency !== undefined && { idempotency }),
  });
  const key = await readyWithKey(gateway);
  const send = async () => {
    const headers = { 'idempotency-key': 'order-1' };
    const response = await converse(gateway, key, { model: 'demo/echo' }, { headers });
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
