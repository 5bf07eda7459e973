/**
 * A process that forwards telemetry of made-up requests with an outbox. Prints the trace ids of the
 * records that the outbox has acknowledged, a line for each append. Arguments: the store's location,
 * the origin of the receiver. Types here are only ones that can be erased.
 */
import { writeSync } from 'node:fs';
import { systemClock, type RequestRecord, type TelemetryOutbox } from '@model-gateway/core';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { openStores } from '@model-gateway/sql';
import { createForwarder } from '@model-gateway/telemetry';
import { allowOrigins } from '../../src/egress-rules.ts';

const [location = '', origin = '', workspaceId = ''] = process.argv.slice(2);

const { stores, outbox } = await openStores(location, { busyTimeoutMs: 60_000 });
const acknowledging: TelemetryOutbox = {
  ...outbox,
  async append(entries, lease) {
    const outcome = await outbox.append(entries, lease);
    const traces = entries.map(({ payload }) => /"traceId":"(\w+)"/.exec(payload)?.[1]);
    if (outcome === 'stored') writeSync(1, `${traces.join(' ')}\n`);
    return outcome;
  },
};
const forwarder = createForwarder({
  destinations: stores.destinations,
  http: createGuardedHttpClient({ allow: allowOrigins([origin]) }),
  outbox: acknowledging,
});
for (let number = 1; ; number++) {
  forwarder.observe(aRecord(number));
  await new Promise((resolve) => setTimeout(resolve, 2));
}

function aRecord(number: number): RequestRecord {
  return {
    requestId: `req_${number}`,
    operation: 'createImage',
    method: 'POST',
    route: '/images',
    path: '/v1/images',
    caller: {
      keyHash: 'a'.repeat(64),
      keyLabel: 'support',
      kind: 'inference',
      userId: 'user_1',
      organizationId: null,
      workspaceId,
    },
    sessionId: undefined,
    parent: undefined,
    startedAt: systemClock.now(),
    ms: 5,
    status: 200,
    ending: 'complete',
    error: undefined,
    generation: {
      id: crypto.randomUUID(),
      model: 'acme/paint-1',
      provider: undefined,
      isStream: false,
      parameters: {},
      attempts: [],
      firstOutputMs: undefined,
      task: 'images',
      outputs: [],
      usage: undefined,
      costUsd: '0',
      finishReason: undefined,
      content: { prompt: 'a red panda', references: [], text: '', images: [] },
    },
  };
}
