import { systemClock } from '@model-gateway/core';
import { createVirtualClock } from './create-virtual-clock.ts';
import type { ClockMode, ClockState, VirtualClock, VirtualClockOptions } from './virtual-clock.ts';

/** A mode, a start and a mode, or a clock that several tenants may share. */
export type ClockChoice = ClockMode | VirtualClockOptions | VirtualClock;

/** The clock of a tenant. */
export interface TenantClock {
  readonly clock: VirtualClock;
  /** Whether it was made for this tenant alone, so that a reset or a snapshot may set it back. */
  readonly isOwn: boolean;
}

/** Returns the given clock, or creates one, which may go on from a state. Throws GW1502, GW1503. */
export function toTenantClock(choice: ClockChoice | undefined, state?: ClockState): TenantClock {
  const clock = toClock(choice, state);
  return { clock, isOwn: clock !== choice };
}

function toClock(choice: ClockChoice | undefined, state: ClockState | undefined): VirtualClock {
  if (choice === undefined)
    return createVirtualClock(state && { now: state.now, mode: state.mode }, systemClock, state);
  if (typeof choice === 'string') return createVirtualClock({ mode: choice });
  return 'advance' in choice ? choice : createVirtualClock(choice);
}
