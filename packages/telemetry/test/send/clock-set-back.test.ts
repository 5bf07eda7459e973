import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { aDestination } from '../support/destinations.ts';
import { aForwarding } from '../support/forwarding.ts';
import { aReceiver, type Reaction } from '../support/receiver.ts';
import { aRecord, NOW } from '../support/records.ts';

const HOUR_MS = 3_600_000;

/** A forwarding to one destination, and a clock that an operator may set back. */
async function settable(reaction: (position: number) => Reaction) {
  const manual = createManualClock(NOW);
  let behind = 0;
  const clock = { ...manual, now: () => manual.now() - behind };
  const receiver = aReceiver((_, position) => reaction(position));
  const forwarding = await aForwarding([aDestination(1)], { receiver, clock });
  const setBack = () => {
    behind += HOUR_MS;
  };
  return { ...forwarding, setBack, sent: () => forwarding.statsOf(0).outcomes.sent };
}

describe('a clock that was set back', () => {
  it('does not hold what waits for its batch', async () => {
    const { observe, setBack, pass, sent } = await settable(() => ({ status: 200 }));
    observe(aRecord(1));
    setBack();
    await pass(2000);
    assert.equal(sent(), 1);
  });

  it('does not hold what waits for another try', async () => {
    const forwarding = await settable((position) => ({ status: position === 0 ? 503 : 200 }));
    forwarding.observe(aRecord(1));
    await forwarding.pass(1000);
    assert.equal(forwarding.received.length, 1);
    forwarding.setBack();
    await forwarding.pass(60_000);
    assert.equal(forwarding.sent(), 1);
  });

  it('does not hold what follows a receiver that was away', async () => {
    let isAway = true;
    const forwarding = await settable(() => ({ status: isAway ? 503 : 200 }));
    for (let number = 1; forwarding.statsOf(0).breaker !== 'open'; number++) {
      forwarding.observe(aRecord(number));
      await forwarding.pass(1000);
      assert.ok(number < 100);
    }
    isAway = false;
    forwarding.setBack();
    await forwarding.pass(60_000);
    assert.equal(forwarding.statsOf(0).breaker, 'closed');
    forwarding.observe(aRecord(101));
    const before = forwarding.sent();
    await forwarding.pass(2000);
    assert.equal(forwarding.sent(), before + 1);
  });
});
