/** How long a case waits for an expected event. Only a failing case waits that long. */
const TIMEOUT_MS = 10_000;

/**
 * Rejects with a message that names `what` when `promise` does not settle within 10 seconds, so
 * that a test fails with a reason instead of hanging.
 */
export async function within<Value>(promise: Promise<Value>, what: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`timed out after ${TIMEOUT_MS / 1000} s waiting for ${what}`)),
      TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns a promise and the function that fulfils it. */
export function signalled(): { readonly done: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const done = new Promise<void>((settle) => (resolve = settle));
  return { done, resolve };
}
