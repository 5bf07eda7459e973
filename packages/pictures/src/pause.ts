import { nextTurn } from '@model-gateway/core/kit';

/** Yields to the event loop; rejects with the abort reason of the signal. */
export type Pause = () => Promise<void>;

export function createPause(signal: AbortSignal): Pause {
  return async () => {
    signal.throwIfAborted();
    await nextTurn();
    signal.throwIfAborted();
  };
}
