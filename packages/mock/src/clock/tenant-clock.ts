import { createVirtualClock } from './create-virtual-clock.ts';
import type { ClockMode, VirtualClock, VirtualClockOptions } from './virtual-clock.ts';

/** A mode, a start and a mode, or a clock that several tenants may share. */
export type ClockChoice = ClockMode | VirtualClockOptions | VirtualClock;

/** The clock that is meant: one that is given, or a new one. */
export function toClock(choice: ClockChoice = {}): VirtualClock {
  if (typeof choice === 'string') return createVirtualClock({ mode: choice });
  return 'advance' in choice ? choice : createVirtualClock(choice);
}
