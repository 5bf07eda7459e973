import type { Clock } from '../ports/clock.ts';
import type { ServerSentEvent } from './message.ts';

/** A comment, which clients ignore. */
export const KEEP_ALIVE: ServerSentEvent = { comment: 'keep-alive' };

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

/**
 * Yields the same items, with `sign` whenever `milliseconds` pass without one, so that proxies keep
 * the connection open. One timer serves all items: it looks at the clock when it fires.
 */
export function withKeepAlive<Item>(
  items: AsyncIterator<Item, unknown>,
  clock: Clock,
  milliseconds: number,
  sign: Item,
): AsyncIterableIterator<Item, undefined> {
  let next: Promise<IteratorResult<Item, unknown>> | undefined;
  /** Answers the reader who waits; undefined while none does. */
  let answer: ((result: IteratorResult<Item, undefined>) => void) | undefined;
  let askedAt = 0;
  let stopTimer: (() => void) | undefined;

  const setTimer = (delay: number) => {
    stopTimer = clock.after(delay, onTimer, 'limit');
  };
  const onTimer = () => {
    stopTimer = undefined;
    if (answer === undefined) return;
    const silence = clock.now() - askedAt;
    // Negative after the clock was set back.
    if (silence >= milliseconds) answer({ done: false, value: sign });
    else setTimer(milliseconds - Math.max(0, silence));
  };
  const stop = () => {
    stopTimer?.();
    stopTimer = undefined;
  };

  return {
    next() {
      next ??= items.next();
      const asked = next;
      askedAt = clock.now();
      if (stopTimer === undefined) setTimer(milliseconds);
      return new Promise((resolve, reject) => {
        const mine = (result: IteratorResult<Item, undefined>) => {
          answer = undefined;
          resolve(result);
        };
        answer = mine;
        asked.then(
          (result) => {
            // A sign took its place, so it answers the next call.
            if (answer !== mine) return undefined;
            next = undefined;
            if (result.done === true) stop();
            return mine(result.done === true ? DONE : result);
          },
          (error: unknown) => {
            if (answer !== mine) return undefined;
            answer = next = undefined;
            stop();
            return reject(error);
          },
        );
      });
    },
    async return() {
      stop();
      await items.return?.();
      return DONE;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
