import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { createVirtualClock } from '../../src/clock/create-virtual-clock.ts';
import type { ClockMode, Duration, Moment } from '../../src/clock/virtual-clock.ts';

const START = Date.UTC(2026, 7, 1);
const NOON = START + 12 * 3_600_000;

/** A clock that stands still at `START`. */
const aFrozenClock = () =>
  createVirtualClock({ now: '2026-08-01', mode: 'frozen' }, createManualClock(0));

describe('the arguments of a virtual clock', () => {
  const spans: readonly (readonly [Duration, number])[] = [
    [90, 90],
    ['250ms', 250],
    ['90s', 90_000],
    ['1.5h', 5_400_000],
    ['2m', 120_000],
    ['1d', 86_400_000],
  ];
  for (const [span, milliseconds] of spans) {
    it(`may be the span ${span}`, async () => {
      const clock = aFrozenClock();
      await clock.advance(span);
      assert.equal(clock.now(), START + milliseconds);
    });
  }

  for (const span of [-1, NaN, Infinity, '90', '-1s', '90 s', '1h30m', '', null]) {
    it(`may not be the span ${JSON.stringify(span)}`, async () => {
      const clock = aFrozenClock();
      // What JavaScript may pass.
      await assert.rejects(clock.advance(span as Duration), /such as '90s'.*\[GW1501\]$/);
      assert.equal(clock.now(), START);
    });
  }

  for (const moment of ['2026-08-01T12:00:00', 'tomorrow', '2026-13-01', '', NaN, new Date('x')]) {
    it(`may not be the moment ${String(moment)}`, async () => {
      const clock = aFrozenClock();
      await assert.rejects(clock.set(moment), /with Z or an offset.*\[GW1502\]$/);
      assert.throws(() => createVirtualClock({ now: moment }), { code: 'GW1502' });
    });
  }

  for (const moment of [253_402_300_800_000, -62_167_219_200_001, 1e300, '-000001-12-31']) {
    it(`may not be ${moment}, which no date has four digits for`, async () => {
      const clock = aFrozenClock();
      await assert.rejects(clock.set(moment), { code: 'GW1502' });
      assert.throws(() => createVirtualClock({ now: moment }), { code: 'GW1502' });
    });
  }

  it('stays where it is rather than going past the year 9999', async () => {
    const clock = aFrozenClock();
    const last = Date.UTC(9999, 11, 31);
    await clock.set(last);
    for (const span of ['1d', '99999999999999999999d', Number.MAX_VALUE] as const) {
      await assert.rejects(clock.advance(span), /the year 9999.*\[GW1501\]$/);
    }
    assert.equal(clock.now(), last);
    await clock.advance('23h');
    assert.equal(new Date(clock.now()).toISOString(), '9999-12-31T23:00:00.000Z');
  });

  it('may not be an unknown mode', () => {
    // What JavaScript may pass.
    const mode = 'stopped' as ClockMode;
    const message = /one of flowing, frozen, autoAdvance, got "stopped" \[GW1503\]$/;
    assert.throws(() => createVirtualClock({ mode }), message);
  });

  it('may be a moment with its offset, to the millisecond', async () => {
    const clock = aFrozenClock();
    const moment: Moment = '2026-08-01T14:00:00.250+02:00';
    await clock.set(moment);
    assert.equal(clock.now(), NOON + 250);
  });
});
