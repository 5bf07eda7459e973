import type { Clock } from '../ports/clock.ts';
import type { ServerSentEvent } from './message.ts';

/**
 * Yields the same events, with a comment whenever `milliseconds` pass without one, so that proxies
 * keep the connection open.
 */
export async function* withKeepAlive(
  events: AsyncIterator<ServerSentEvent, unknown>,
  clock: Clock,
  milliseconds: number,
): AsyncGenerator<ServerSentEvent, void> {
  try {
    for (;;) {
      const next = events.next();
      let result = await firstOf(next, clock, milliseconds);
      while (result === 'silence') {
        yield { comment: 'keep-alive' };
        result = await firstOf(next, clock, milliseconds);
      }
      if (result.done) return;
      yield result.value;
    }
  } finally {
    await events.return?.();
  }
}

/** Resolves to the result of `next`, or to a marker when it is late. */
function firstOf<Value>(
  next: Promise<Value>,
  clock: Clock,
  milliseconds: number,
): Promise<Value | 'silence'> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(milliseconds, () => resolve('silence'), 'limit');
    next.then(
      (value) => {
        cancel();
        return resolve(value);
      },
      (error: unknown) => {
        cancel();
        return reject(error);
      },
    );
  });
}
