import { systemClock } from '@model-gateway/core';
import type { ClockState, VirtualClock } from '../clock/virtual-clock.ts';

/** A clock's state as a snapshot keeps it. */
export interface KeptClockState extends ClockState {
  /** The distance from real time, in milliseconds. */
  readonly ahead: number;
}

export function stateOf(clock: VirtualClock): KeptClockState {
  const { mode, isSet, advanced } = clock;
  const now = clock.now();
  return { mode, now, isSet, advanced, ahead: now - systemClock.now() };
}

/** Returns the state of such a clock now: a flowing one is as far ahead of real time as before. */
export function resumed({ ahead, ...state }: KeptClockState): ClockState {
  return { ...state, now: state.mode === 'flowing' ? systemClock.now() + ahead : state.now };
}
