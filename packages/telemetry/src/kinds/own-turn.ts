import { nextTurn } from '@model-gateway/core/kit';

/** The event loop is one for all forwarders of a process, and so is the line. */
const waiting: (() => void)[] = [];
let isCalling = false;

/** With less than this a turn had no other work worth mentioning. */
const BUSY_MS = 1;

/**
 * Does work in a later turn of the event loop, one that no other caller gets: when many destinations
 * have something to encode at once, requests are answered between any two of them. Where requests
 * keep a turn busy for longer, the line may take as long as they did, or it would fall behind them.
 * Rejects with what `work` throws.
 */
export function ownTurn<Result>(work: () => Result): Promise<Result> {
  return new Promise((resolve, reject) => {
    waiting.push(() => {
      try {
        resolve(work());
      } catch (error) {
        reject(error);
      }
    });
    if (!isCalling) void callEach();
  });
}

async function callEach(): Promise<void> {
  isCalling = true;
  while (waiting.length > 0) {
    const endedAt = performance.now();
    await laterTurn();
    const beganAt = performance.now();
    const othersTook = beganAt - endedAt;
    const until = othersTook > BUSY_MS ? beganAt + othersTook : beganAt;
    do {
      waiting.shift()?.();
      // The next group of the same batch joins the line here.
      await Promise.resolve();
    } while (waiting.length > 0 && performance.now() < until);
  }
  isCalling = false;
}

/**
 * The runtime's own `setImmediate`, which costs a fifth of a message; browsers lack it, as the type
 * says. Taken while the module loads, because an application under test may replace it later.
 */
const { setImmediate: immediate } = globalThis as {
  readonly setImmediate?: (callback: () => void) => void;
};

function laterTurn(): Promise<void> {
  return immediate === undefined ? nextTurn() : new Promise((resolve) => immediate(resolve));
}
