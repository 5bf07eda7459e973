import { systemClock } from '@model-gateway/core';
import { createVirtualClock } from './create-virtual-clock.ts';
import type { ClockMode, ClockState, VirtualClock, VirtualClockOptions } from './virtual-clock.ts';

/** A mode, a start and a mode, or a clock that several tenants may share. */
export type ClockChoice = ClockMode | VirtualClockOptions | VirtualClock;

/** The clock that is meant: one that is given, or a new one, which may go on from a state. */
export function toClock(choice: ClockChoice | undefined, state?: ClockState): VirtualClock {
  if (choice === undefined) return createVirtualClock(state, systemClock, state);
  if (typeof choice === 'string') return createVirtualClock({ mode: choice });
  return 'advance' in choice ? choice : createVirtualClock(choice);
}
