import type { Clock } from '@model-gateway/core';
import { wait } from '@model-gateway/core/kit';
import { onceAllIsRead } from '@model-gateway/node';

/** Each turn of the event loop, however long, takes at most one of these from the deadline. */
const PARTS = 5;

/**
 * Settles like `work`; rejects with `late()` when that takes longer than `milliseconds`. Time in
 * which this process was too busy to send or read is not held against the server: the deadline
 * passes in parts, and after each, what has arrived is read before the next begins.
 */
export async function answerInTime<Value>(
  clock: Clock,
  milliseconds: number,
  work: Promise<Value>,
  late: () => Error,
): Promise<Value> {
  const settled = new AbortController();
  const alarm = async (): Promise<never> => {
    for (let part = 0; part < PARTS; part++) {
      await wait(clock, milliseconds / PARTS, settled.signal);
      await onceAllIsRead();
    }
    throw late();
  };
  try {
    return await Promise.race([work, alarm()]);
  } finally {
    settled.abort();
  }
}
