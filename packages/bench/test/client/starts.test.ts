import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pauseBeforeStart } from '../../src/client/starts.ts';

describe('pauseBeforeStart', () => {
  it('lets requests begin evenly, whenever each is asked for', () => {
    let now = 100;
    const pause = pauseBeforeStart(5, () => now);
    const starts = [100, 100, 101, 114].map((asked) => {
      now = asked;
      return asked + pause();
    });
    deepEqual(starts, [105, 110, 115, 120]);
  });

  it('does not let requests that are late begin together', () => {
    let now = 0;
    const pause = pauseBeforeStart(5, () => now);
    now = 50;
    deepEqual([pause(), pause(), pause()], [0, 5, 10]);
  });

  it('never waits without an interval', () => {
    equal(pauseBeforeStart(undefined)(), 0);
  });
});
