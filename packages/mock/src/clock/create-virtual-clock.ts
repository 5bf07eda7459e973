import { checkNames } from '../check-names.ts';
import { systemClock, type Clock } from '@model-gateway/core';
import { diagnostic } from '../diagnostics.ts';
import { toMilliseconds } from './duration.ts';
import { toEpochMilliseconds } from './moment.ts';
import type { ClockMode, ClockMoves, VirtualClock, VirtualClockOptions } from './virtual-clock.ts';
import { VirtualTime } from './virtual-time.ts';

/**
 * Creates a clock. It runs with real time, that of `real`, until its mode changes. `moves` is the
 * history of a clock that continues from a snapshot. Throws GW1502 and GW1503.
 */
export function createVirtualClock(
  options: VirtualClockOptions = {},
  real: Clock = systemClock,
  moves: ClockMoves = { isSet: options.now !== undefined, advanced: 0 },
): VirtualClock {
  checkNames('GW1107', 'createVirtualClock', options, ['now', 'mode']);
  const { isSet, advanced } = moves;
  const mode = checkedMode(options.mode ?? 'flowing');
  const now = options.now === undefined ? real.now() : toEpochMilliseconds(options.now);
  const time = new VirtualTime({ mode, now, isSet, advanced }, real);
  return {
    now: () => time.now(),
    after: (milliseconds, callback, purpose) =>
      time.after(milliseconds, callback, purpose === 'limit'),
    get mode() {
      return time.mode;
    },
    get waiting() {
      return time.waiting;
    },
    get isSet() {
      return time.isSet;
    },
    get advanced() {
      return time.advanced;
    },
    // Async, so that what cannot be read rejects.
    advance: async (duration) => time.advance(toMilliseconds(duration)),
    set: async (moment) => time.set(toEpochMilliseconds(moment)),
    resume: (state) => time.resume(state),
    freeze: () => time.enter('frozen'),
    flow: () => time.enter('flowing'),
    autoAdvance: (on = true) => time.enter(on ? 'autoAdvance' : 'frozen'),
    settled: () => time.work.settled(),
    during: (promise) => time.work.during(promise),
  };
}

const MODES: readonly ClockMode[] = ['flowing', 'frozen', 'autoAdvance'];

function checkedMode(mode: ClockMode): ClockMode {
  if (MODES.includes(mode)) return mode;
  const names = MODES.join(', ');
  throw diagnostic(
    'GW1503',
    `the mode of a clock must be one of ${names}, got ${JSON.stringify(mode)}`,
  );
}
