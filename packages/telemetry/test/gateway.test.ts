import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createGateway,
  createManualClock,
  createMemoryDestinationStore,
  createMemoryKeyStore,
  createMemoryModelStore,
  hashKey,
} from '@model-gateway/core';
import { model } from '@model-gateway/worlds';
import { createForwarder } from '@model-gateway/telemetry';
import { aDestination } from './support/destinations.ts';
import { aKey } from './support/forwarding.ts';
import { aPainter, PNG } from './support/painter.ts';
import { aReceiver, textOf } from './support/receiver.ts';
import { NOW, WORKSPACE } from './support/records.ts';

describe('a generation', () => {
  it('arrives at a webhook as a span, after the answer', async () => {
    const { http, received } = aReceiver();
    const clock = createManualClock(NOW);
    const destinations = createMemoryDestinationStore([
      {
        accountId: 'user_1',
        destination: aDestination(1, {
          type: 'webhook',
          config: { url: 'https://hooks.example/in' },
        }),
      },
    ]);
    const forwarder = createForwarder({ destinations, http, clock, compress: false });
    const painter = model({ id: 'acme/paint-1', output: ['image'] });
    const gateway = createGateway({
      stores: {
        models: createMemoryModelStore([painter]),
        keys: createMemoryKeyStore([{ ...aKey(WORKSPACE), hash: hashKey('secret') }]),
        destinations,
      },
      providers: [aPainter],
      observers: [forwarder],
      clock,
    });

    const response = await gateway.handle({
      method: 'POST',
      path: '/images',
      search: '',
      mount: '/v1',
      headers: {
        authorization: 'Bearer secret',
        'content-type': 'application/json',
        'x-session-id': 'session-7',
        traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`,
      },
      body: { kind: 'parsed', value: { model: 'acme/paint-1', prompt: 'a lighthouse' } },
    });
    assert.equal(response?.status, 200);
    assert.equal(received.length, 0);
    await forwarder.close();

    const [request] = received;
    const { resourceSpans } = JSON.parse((request && textOf(request)) ?? '{}');
    const [span] = resourceSpans[0].scopeSpans[0].spans;
    assert.equal(span.traceId, 'ab'.repeat(16));
    assert.equal(span.parentSpanId, 'cd'.repeat(8));
    assert.equal(span.name, 'generate_content acme/paint-1');
    const valueOf = (name: string) =>
      span.attributes.find(({ key }: { key: string }) => key === name)?.value;
    assert.deepEqual(valueOf('gen_ai.request.model'), { stringValue: 'acme/paint-1' });
    assert.deepEqual(valueOf('gen_ai.provider.name'), { stringValue: 'acme-cloud' });
    assert.deepEqual(valueOf('gen_ai.conversation.id'), { stringValue: 'session-7' });
    assert.deepEqual(valueOf('gen_ai.usage.cost'), { doubleValue: 0.04 });
    assert.match(valueOf('gen_ai.input.messages').stringValue, /a lighthouse/);
    assert.match(valueOf('gateway.images').stringValue, /"image\/png","bytes":70/);
    assert.ok(!JSON.stringify(span).includes(PNG.toString('base64')));
  });
});
