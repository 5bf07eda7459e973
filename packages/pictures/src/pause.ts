/** Lets the event loop do other things; throws what `signal` aborts with. */
import { nextTurn } from '@model-gateway/core/kit';
export type Pause = () => Promise<void>;

export function createPause(signal: AbortSignal): Pause {
  return async () => {
    signal.throwIfAborted();
    await nextTurn();
    signal.throwIfAborted();
  };
}
