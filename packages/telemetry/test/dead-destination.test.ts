// Own process: looks at its whole heap.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import {
  createGateway,
  createMemoryDestinationStore,
  createMemoryKeyStore,
  createMemoryModelStore,
  hashKey,
} from '@model-gateway/core';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { createForwarder } from '@model-gateway/telemetry';
import { model } from '@model-gateway/worlds';
import { aDestination } from './support/destinations.ts';
import { aKey } from './support/forwarding.ts';
import { aPainter } from './support/painter.ts';
import { WORKSPACE } from './support/records.ts';
import { stringsInHeap } from './support/strings-in-heap.ts';

/* What a gateway keeps of prompts while nothing takes them: those that wait, once each. */

const QUEUE_BYTES = 8 * 1024 * 1024;
const PROMPT_BYTES = 30_000;
/** More than the queue and what is under way hold. */
const REQUESTS = 450;

/** A gateway whose one destination takes connections and answers nothing. */
async function gatewayBefore(t: TestContext) {
  const receiver = createServer((socket) => void socket.resume());
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  t.after(() => receiver.close());
  // A listening TCP server has an address object.
  const { port } = receiver.address() as AddressInfo;
  const http = createGuardedHttpClient({ allow: () => true });
  t.after(() => http.close());
  const config = { url: `http://127.0.0.1:${port}/in` };
  const destinations = createMemoryDestinationStore([
    { accountId: 'org_1', destination: aDestination(1, { type: 'webhook', config }) },
  ]);
  const forwarder = createForwarder({
    destinations,
    http,
    // Compressing ends outside the event loop, where a test cannot see it.
    compress: false,
  });
  const painter = model({ id: 'acme/paint-1', output: ['image'] });
  const gateway = createGateway({
    stores: {
      models: createMemoryModelStore([painter]),
      keys: createMemoryKeyStore([{ ...aKey(WORKSPACE), hash: hashKey('secret') }]),
    },
    providers: [aPainter],
    observers: [forwarder],
  });
  const draw = async (prompt: string) => {
    const response = await gateway.handle({
      method: 'POST',
      path: '/images',
      search: '',
      mount: '',
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
      body: {
        kind: 'bytes',
        read: async () => Buffer.from(JSON.stringify({ model: 'acme/paint-1', prompt })),
      },
    });
    assert.equal(response?.status, 200);
  };
  return { forwarder, draw };
}

const ownTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('a destination that takes nothing', () => {
  it('holds the prompts that wait for it, once each, and none after close', async (t) => {
    const { forwarder, draw } = await gatewayBefore(t);
    const mark = 'canary-';
    for (let i = 0; i < REQUESTS; i++) await draw(`${mark}${i}.`.padEnd(PROMPT_BYTES, 'x'));
    await ownTurn();
    const [waiting] = forwarder.stats().destinations;
    const { queued, inFlight, queuedBytes } = waiting ?? assert.fail('no destination');
    assert.ok(inFlight > 0 && queued > 100 && queued + inFlight < REQUESTS);
    assert.ok(queuedBytes <= QUEUE_BYTES);
    const { count, bytes } = await stringsInHeap(mark);
    assert.equal(count, queued + inFlight);
    assert.ok(bytes <= QUEUE_BYTES + inFlight * (PROMPT_BYTES + 1000), String(bytes));
    await forwarder.close({ timeoutMs: 0 });
    // What was called off ends in turns of its own.
    for (let turn = 0; turn < 50; turn++) await ownTurn();
    assert.deepEqual(await stringsInHeap(mark), { count: 0, bytes: 0 });
  });
});
