import type { Clock } from '@model-gateway/core';

/** What `work` resolves to, unless it takes longer than this. */
export async function within<T>(clock: Clock, milliseconds: number, work: Promise<T>): Promise<T> {
  let cancel = () => {};
  const late = new Promise<never>((_, reject) => {
    cancel = clock.after(milliseconds, () =>
      reject(new Error(`Redis did not answer within ${milliseconds} ms`)),
    );
  });
  // What becomes of it after that is of no interest.
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    cancel();
  }
}
