import { systemClock } from '@model-gateway/core';
import type { Duration, VirtualClock } from './virtual-clock.ts';

/** A clock that runs with real time until it is told otherwise. */
export function createVirtualClock(): VirtualClock {
  return {
    ...systemClock,
    advance: async (_duration: Duration) => {},
  };
}
