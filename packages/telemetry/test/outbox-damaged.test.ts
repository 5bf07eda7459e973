import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryTelemetryOutbox } from '@model-gateway/core';
import type { ForwarderReport } from '@model-gateway/telemetry';
import { toPayload } from '../src/outbox/payload.ts';
import { toObservation } from '../src/view/observation.ts';
import { aDestination } from './support/destinations.ts';
import { aForwarding } from './support/forwarding.ts';
import { aRecord, NOW } from './support/records.ts';

const HOOK = aDestination(1, { type: 'webhook', config: { url: 'https://hooks.example/in' } });

describe('an outbox with damaged records', () => {
  it('loses them alone: the process goes on and sends the others', async () => {
    const view = toObservation(aRecord(1))?.full ?? assert.fail('no view');
    const { metadata } = view;
    const payloads = [
      '',
      '{"format":1}',
      '{"format":1,"metadata":{}}',
      JSON.stringify({ format: 1, metadata, content: { prompt: 'without references' } }),
      toPayload(view),
    ];
    const outbox = createMemoryTelemetryOutbox();
    const entries = payloads.map((payload, i) => ({
      id: `e-${i}`,
      workspaceId: HOOK.workspace_id,
      destinationId: HOOK.id,
      since: NOW,
      payload,
    }));
    await outbox.append(entries, { holder: 'dead', until: 0 });
    const reports: ForwarderReport[] = [];
    const forwarding = await aForwarding([HOOK], { outbox, onReport: (one) => reports.push(one) });
    await forwarding.pass(2000);
    const lost = entries.slice(0, -1).map(({ id }) => ({ type: 'outbox-unreadable', id }));
    assert.deepEqual(reports, lost);
    assert.equal(forwarding.statsOf(0).outcomes.sent, 1);
    assert.equal(outbox.entries().length, 0);
  });
});
