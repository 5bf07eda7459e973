import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { TelemetryEntrySchema } from '../../src/control/wire/telemetry.ts';
import { PAINT, started } from './controlled-gateway.ts';

const DESTINATIONS = [
  { type: 'langfuse', name: 'Traces' },
  { type: 'webhook', name: 'Private', privacy_mode: true },
  { type: 'webhook', name: 'Debug', enabled: false },
];

async function afterAnImage() {
  const tenant = await started({ models: [PAINT], destinations: DESTINATIONS });
  await tenant.draw();
  return tenant;
}

describe('telemetry over HTTP', () => {
  it('is listed with what each destination may see', async () => {
    const { call, there } = await afterAnImage();
    const { value } = await call(`GET ${there}/telemetry`);
    const decisions = value.data.map(
      (entry: { destination: { name: string }; decision: string }) =>
        `${entry.destination.name} ${entry.decision}`,
    );
    assert.deepEqual(decisions.toSorted(), [
      'Debug disabled',
      'Private forwarded',
      'Traces forwarded',
    ]);
  });

  it('is listed for one destination', async () => {
    const { call, there } = await afterAnImage();
    const { value } = await call(`GET ${there}/telemetry?destination=Traces`);
    const [{ request_id, view }, ...others] = value.data;
    assert.deepEqual(others, []);
    assert.equal(view.content.prompt, 'red panda');
    assert.equal(view.metadata.request_id, request_id);
    assert.equal(view.metadata.images[0].media_type, 'image/png');
  });

  it('has the members of its schema and no others', async () => {
    const { call, there } = await afterAnImage();
    const { value } = await call(`GET ${there}/telemetry`);
    assert.equal(value.data.length, 3);
    // The schema leaves out what it does not name.
    for (const entry of value.data) assert.deepEqual(v.parse(TelemetryEntrySchema, entry), entry);
  });

  it('has no prompt in privacy mode', async () => {
    const { call, there } = await afterAnImage();
    const { value } = await call(`GET ${there}/telemetry?destination=Private`);
    assert.equal(value.data[0].view.content, null);
    assert.doesNotMatch(JSON.stringify(value), /panda/);
  });

  it('is forgotten with a reset', async () => {
    const { call, there } = await afterAnImage();
    await call(`POST ${there}/reset`);
    assert.deepEqual((await call(`GET ${there}/telemetry`)).value.data, []);
  });

  for (const expectation of [
    { destination: 'Traces', forwarded: 1 },
    { forwarded: true },
    { destination: 'Debug', suppressed: 'disabled' },
    { destination: 'Debug', suppressed: true, forwarded: 0 },
  ]) {
    it(`is as expected by ${JSON.stringify(expectation)}`, async () => {
      const { call, there } = await afterAnImage();
      const { status } = await call(`POST ${there}/telemetry/verify`, expectation);
      assert.equal(status, 200);
    });
  }

  for (const [expectation, says] of [
    [
      { destination: 'Traces', forwarded: 2 },
      'expected 2 records to be forwarded to "Traces", got forwarded 1 [GW1307]',
    ],
    [
      { destination: 'Debug', forwarded: true },
      'expected at least one record to be forwarded to "Debug", got disabled 1 [GW1307]',
    ],
    [
      { destination: 'Debug', suppressed: 'rules' },
      'expected every record to be suppressed for the reason "rules" to "Debug", got disabled 1 [GW1307]',
    ],
  ] as const) {
    it(`is not as expected by ${JSON.stringify(expectation)}`, async () => {
      const { call, there } = await afterAnImage();
      const { status, value } = await call(`POST ${there}/telemetry/verify`, expectation);
      assert.equal(status, 409);
      assert.equal(value.error.message, says);
      assert.equal(value.error.metadata.diagnostic, 'GW1307');
    });
  }

  it('refuses an unknown reason', async () => {
    const { call, there } = await started();
    const { status, value } = await call(`POST ${there}/telemetry/verify`, { suppressed: 'rule' });
    assert.equal(status, 400);
    assert.match(value.error.message, /suppressed/);
  });
});
