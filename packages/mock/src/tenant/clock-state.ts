import { systemClock } from '@model-gateway/core';
import type { ClockMode, VirtualClock } from '../clock/virtual-clock.ts';

/** How a clock goes and what it shows. */
export interface ClockState {
  readonly mode: ClockMode;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** How far it is ahead of real time, in milliseconds. */
  readonly ahead: number;
}

/** Real time passes while a clock is looked at, so that none is right to the millisecond. */
const TOLERANCE_MS = 5;

export function stateOf(clock: VirtualClock): ClockState {
  const now = clock.now();
  return { mode: clock.mode, now, ahead: now - systemClock.now() };
}

/** What a clock like it shows now: one that flows is as far ahead of real time as it was. */
export function resumed({ mode, now, ahead }: ClockState) {
  return { mode, now: mode === 'flowing' ? systemClock.now() + ahead : now };
}

/** Makes a clock go and show what it did. One that flows is not moved when it is right already. */
export async function restoreClock(clock: VirtualClock, state: ClockState): Promise<void> {
  const { mode, now } = resumed(state);
  if (mode !== clock.mode) {
    if (mode === 'flowing') clock.flow();
    else if (mode === 'frozen') clock.freeze();
    else clock.autoAdvance();
  }
  // One that stands still may have been told to move: it is set when it has got there.
  const isRight = mode === 'flowing' && Math.abs(clock.now() - now) <= TOLERANCE_MS;
  if (!isRight) await clock.set(now);
}
