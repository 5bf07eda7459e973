import { nextTurn } from '../clock/next-turn.ts';

/** Lets the event loop do other things; throws what `signal` aborts with. */
export type Pause = () => Promise<void>;

export function createPause(signal: AbortSignal): Pause {
  return async () => {
    signal.throwIfAborted();
    await nextTurn();
    signal.throwIfAborted();
  };
}
