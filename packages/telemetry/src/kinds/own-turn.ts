import { nextTurn } from '@model-gateway/core/kit';

/** The event loop is one for all forwarders of a process, and so is the line. */
const waiting: (() => void)[] = [];
let isCalling = false;

/**
 * Resolves in a later turn of the event loop, one that no other caller gets: when many destinations
 * have something to encode at once, requests are answered between any two of them.
 */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (!isCalling) void callEach();
  });
}

async function callEach(): Promise<void> {
  isCalling = true;
  while (waiting.length > 0) {
    await nextTurn();
    waiting.shift()?.();
  }
  isCalling = false;
}
