import assert from 'node:assert/strict';
import {
  createManualClock,
  createMemoryDestinationStore,
  NO_LIMITS,
  type ApiKey,
  type Destination,
  type ManualClock,
  type RequestRecord,
} from '@model-gateway/core';
import {
  createForwarder,
  type Forwarder,
  type ForwarderOptions,
  type TelemetryStats,
} from '@model-gateway/telemetry';
import { ownTurn } from '../../src/kinds/own-turn.ts';
import { aReceiver, type Receiver } from './receiver.ts';
import { KEY_HASH, NOW } from './records.ts';

/** A forwarder whose destinations are known, with a receiver and a clock of the test. */
export async function aForwarding(
  destinations: readonly Destination[],
  {
    receiver = aReceiver(),
    clock = createManualClock(NOW),
    ...options
  }: Partial<Omit<ForwarderOptions, 'clock'>> & {
    readonly receiver?: Receiver;
    readonly clock?: ManualClock;
  } = {},
) {
  const store = createMemoryDestinationStore(
    destinations.map((destination) => ({ accountId: 'org_1', destination })),
  );
  const forwarder = createForwarder({
    destinations: store,
    http: receiver.http,
    clock,
    random: () => 0.5,
    countsAll: true,
    // Compressing takes place outside the event loop, where a test cannot see when it ends.
    compress: false,
    ...options,
  });
  const settle = () => settled(forwarder);
  // The first request of a workspace makes it known.
  for (const { workspace_id } of destinations) forwarder.wants('createImage', aKey(workspace_id));
  await settle();
  return {
    forwarder,
    store,
    clock,
    received: receiver.received,
    observe(...records: readonly RequestRecord[]) {
      for (const record of records) forwarder.observe(record);
    },
    settle,
    /** Moves time forward in small steps, and lets everything happen that becomes due. */
    async pass(milliseconds: number) {
      // The waits of retries grow, so later ones need no steps of a second.
      for (let passed = 0, step = 1000; passed < milliseconds; passed += step) {
        step = Math.min(passed < 60_000 ? 1000 : 10_000, milliseconds - passed);
        clock.advance(step);
        await settle();
      }
    },
    /** The counters of one destination, by its position. */
    statsOf(position: number) {
      const id = destinations[position]?.id;
      const found = forwarder.stats().destinations.find((each) => each.id === id);
      return found ?? assert.fail(`no destination ${position}`);
    },
  };
}

/** An inference key of a workspace. */
export function aKey(workspaceId: string): ApiKey {
  return {
    hash: KEY_HASH,
    label: 'support',
    kind: 'inference',
    userId: 'user_1',
    organizationId: null,
    workspaceId,
    allowedModels: null,
    creditAccountId: null,
    limits: NO_LIMITS,
    state: 'active',
    expiresAt: null,
  };
}

/** Waits until nothing happens any more without time passing; checks the invariant of the counters. */
async function settled(forwarder: Forwarder): Promise<void> {
  let before = '';
  for (let quiet = 0; quiet < 10;) {
    // Behind every destination that is about to encode.
    for (let turn = 0; turn < 20; turn++) await ownTurn(() => {});
    const now = JSON.stringify(forwarder.stats());
    quiet = now === before ? quiet + 1 : 0;
    before = now;
  }
  assertInvariant(forwarder.stats());
}

/** Every record that was observed is in exactly one place. */
function assertInvariant({ destinations }: TelemetryStats): void {
  for (const { id, observed, outcomes, queued, inFlight } of destinations) {
    const counted = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
    assert.equal(observed, counted + queued + inFlight, `destination ${id}`);
  }
}
