import { systemClock, type Clock } from '@model-gateway/core';
import { diagnostic } from '../diagnostics.ts';
import { toMilliseconds } from './duration.ts';
import { toEpochMilliseconds } from './moment.ts';
import type {
  ClockMode,
  ClockMoves,
  Moment,
  VirtualClock,
  VirtualClockOptions,
} from './virtual-clock.ts';
import { WorkAccount } from './work-account.ts';

interface Alarm {
  /** In this clock's time. */
  at: number;
  readonly callback: () => void;
  readonly isLimit: boolean;
  /** Calls off the timer of real time that it has while the clock flows. */
  disarm: () => void;
}

const MODES: readonly ClockMode[] = ['flowing', 'frozen', 'autoAdvance'];

/** Real time passes while a clock is looked at, so that none is right to the millisecond. */
const TOLERANCE_MS = 5;

/** Longer timers fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Creates a clock. It runs with real time, that of `real`, until its mode changes. `moves` is the
 * history of a clock that continues from a snapshot. Throws GW1502 and GW1503.
 */
export function createVirtualClock(
  options: VirtualClockOptions = {},
  real: Clock = systemClock,
  moves: ClockMoves = { isSet: options.now !== undefined, advanced: 0 },
): VirtualClock {
  const work = new WorkAccount();
  const alarms = new Set<Alarm>();
  let mode = checkedMode(options.mode ?? 'flowing');
  /** Held still while `advance` moves it, whatever the mode. */
  let isHeld = false;
  /** This clock's time at the real time `since`. */
  let base = options.now === undefined ? real.now() : toEpochMilliseconds(options.now);
  let since = real.now();
  let { isSet, advanced } = moves;

  const flows = () => mode === 'flowing' && !isHeld;
  const now = () => (flows() ? base + (real.now() - since) : base);

  /** Changes how time passes; the time itself stays the same. */
  function change(how: () => void): void {
    base = now();
    since = real.now();
    how();
    for (const alarm of alarms) alarm.disarm();
    if (flows()) for (const alarm of alarms) arm(alarm);
    if (mode === 'autoAdvance') skipWaits();
  }

  function arm(alarm: Alarm): void {
    alarm.disarm = real.after(Math.min(alarm.at - now(), LONGEST_TIMER_MS), () => {
      // Timers of real time may be early by less than a millisecond.
      if (alarm.at - now() > 1) arm(alarm);
      else ring(alarm);
    });
  }

  function ring(alarm: Alarm): void {
    alarms.delete(alarm);
    alarm.callback();
  }

  /** The next to ring of those that `counts`; the first set among equals. */
  function earliest(counts: (alarm: Alarm) => boolean): Alarm | undefined {
    let next: Alarm | undefined;
    for (const alarm of alarms) {
      if (counts(alarm) && (next === undefined || alarm.at < next.at)) next = alarm;
    }
    return next;
  }

  async function moveTo(end: number): Promise<void> {
    const isDue = ({ at }: Alarm) => at <= end;
    for (let alarm = earliest(isDue); alarm !== undefined; alarm = earliest(isDue)) {
      moveForwardTo(alarm.at);
      ring(alarm);
      await work.settled();
    }
    moveForwardTo(end);
  }

  function moveForwardTo(moment: number): void {
    const step = Math.max(0, moment - base);
    base += step;
    advanced += step;
  }

  function setTo(end: number): Promise<void> | void {
    return end < base ? shift(end - base) : moveTo(end);
  }

  let lastMove: Promise<void> = Promise.resolve();

  /** One after the other. What is under way gets to where it waits before time moves. */
  function inTurn(move: () => Promise<void>): Promise<void> {
    const moved = moveAfter(lastMove, move);
    lastMove = moved.catch(() => {});
    return moved;
  }

  async function moveAfter(others: Promise<void>, move: () => Promise<void>): Promise<void> {
    await others;
    change(() => (isHeld = true));
    try {
      await work.settled();
      await move();
    } finally {
      change(() => (isHeld = false));
    }
  }

  let isSkipping = false;

  /** Jumps from wait to wait until none is left, or the mode changes. */
  function skipWaits(): void {
    const nextWait = () =>
      mode === 'autoAdvance' ? earliest(({ isLimit }) => !isLimit) : undefined;
    if (isSkipping || nextWait() === undefined) return;
    isSkipping = true;
    // An error of a callback is as uncaught as in a timer.
    void inTurn(async () => {
      try {
        for (let wait = nextWait(); wait !== undefined; wait = nextWait()) await moveTo(wait.at);
      } finally {
        isSkipping = false;
      }
    });
  }

  function shift(milliseconds: number): void {
    base += milliseconds;
    for (const alarm of alarms) alarm.at += milliseconds;
  }

  return {
    now,
    after(milliseconds, callback, purpose) {
      const at = now() + Math.max(0, milliseconds);
      const alarm = { at, callback, isLimit: purpose === 'limit', disarm: () => {} };
      alarms.add(alarm);
      if (flows()) arm(alarm);
      if (mode === 'autoAdvance') skipWaits();
      return () => {
        alarms.delete(alarm);
        alarm.disarm();
      };
    },
    get mode() {
      return mode;
    },
    get waiting() {
      return [...alarms].filter(({ isLimit }) => !isLimit).length;
    },
    async advance(duration) {
      const milliseconds = toMilliseconds(duration);
      await inTurn(() => moveTo(base + milliseconds));
    },
    async set(moment: Moment) {
      const end = toEpochMilliseconds(moment);
      await inTurn(async () => {
        isSet = true;
        await setTo(end);
      });
    },
    get isSet() {
      return isSet;
    },
    get advanced() {
      return advanced;
    },
    async resume(state) {
      if (state.mode !== mode) change(() => (mode = state.mode));
      await inTurn(async () => {
        // One that flows is not moved when it is right already.
        const isRight = mode === 'flowing' && Math.abs(state.now - base) <= TOLERANCE_MS;
        if (!isRight) await setTo(state.now);
        ({ isSet, advanced } = state);
      });
    },
    freeze: () => change(() => (mode = 'frozen')),
    flow: () => change(() => (mode = 'flowing')),
    autoAdvance: (on = true) => change(() => (mode = on ? 'autoAdvance' : 'frozen')),
    settled: () => work.settled(),
    during: (promise) => work.during(promise),
  };
}

function checkedMode(mode: ClockMode): ClockMode {
  if (MODES.includes(mode)) return mode;
  const names = MODES.join(', ');
  throw diagnostic(
    'GW1503',
    `the mode of a clock must be one of ${names}, got ${JSON.stringify(mode)}`,
  );
}
