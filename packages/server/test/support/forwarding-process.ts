/**
 * A process that forwards telemetry of made-up requests with an outbox. Prints the trace ids of the
 * records that the outbox has acknowledged, a line for each append. Arguments: the store's location,
 * the origin of the receiver. Types here are only ones that can be erased.
 */
import { writeSync } from 'node:fs';
import { systemClock, type TelemetryOutbox } from '@model-gateway/core';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { openStores } from '@model-gateway/sql';
import { createForwarder } from '@model-gateway/telemetry';
import { allowOrigins } from '../../src/egress-rules.ts';
import { aCaller, aGeneration, aRecord } from './records.ts';

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
  const content = { prompt: 'a red panda', references: [], text: '', images: [] };
  const record = aRecord({
    requestId: `req_${number}`,
    operation: 'createImage',
    method: 'POST',
    route: '/images',
    path: '/v1/images',
    caller: aCaller({ workspaceId }),
    startedAt: systemClock.now(),
    generation: aGeneration({ id: crypto.randomUUID(), content }),
  });
  forwarder.observe(record);
  await new Promise((resolve) => setTimeout(resolve, 2));
}
