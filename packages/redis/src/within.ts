import type { Clock } from '@model-gateway/core';

/** Resolves like `work`; rejects when that takes longer than `milliseconds`. */
export async function within<T>(clock: Clock, milliseconds: number, work: Promise<T>): Promise<T> {
  let cancel = () => {};
  const late = new Promise<never>((_, reject) => {
    cancel = clock.after(milliseconds, () =>
      reject(new Error(`Redis did not answer within ${milliseconds} ms`)),
    );
  });
  // Its outcome after the deadline does not matter.
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    cancel();
  }
}
