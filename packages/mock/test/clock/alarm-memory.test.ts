// Own process: what other files make among the old objects would count.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createManualClock } from '@model-gateway/core';
import { createVirtualClock } from '../../src/clock/create-virtual-clock.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

/** What each alarm keeps, in bytes, and how many are set at a time. */
const KEPT_BYTES = 4096;
const AT_A_TIME = 16;
const ALARMS = 10_000;

it('makes no old objects of cancelled alarms', () => {
  assert.ok(typeof collectGarbage === 'function');
  const clock = createVirtualClock({ mode: 'frozen' }, createManualClock(0));
  const set: (() => void)[] = [];
  const setOne = (_: unknown, number: number) => {
    const kept = Array.from({ length: KEPT_BYTES / 8 }, () => number);
    set.push(clock.after(1000, () => kept.pop()));
    if (set.length > AT_A_TIME) set.shift()?.();
  };
  Array.from({ length: 2 * AT_A_TIME }, setOne);
  // Makes old objects of what the clock has now.
  collectGarbage();
  const before = oldBytes();
  for (let number = 0; number < ALARMS; number++) {
    setOne(undefined, number);
    if (number % 100 === 0) collectGarbage({ type: 'minor' });
  }
  const share = (oldBytes() - before) / (ALARMS * KEPT_BYTES);
  assert.ok(share < 0.3, `${share} of what the alarms kept is among the old objects`);
});

function oldBytes(): number {
  const spaces = getHeapSpaceStatistics();
  return spaces.find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;
}
