/** How long a case waits for what must happen. Only a failing case ever waits that long. */
const PATIENCE_MS = 10_000;

/** Rejects with what was waited for when `promise` does not settle within 10 s: a test that hangs names nothing. */
export async function within<Value>(promise: Promise<Value>, what: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`waited ${PATIENCE_MS / 1000} s in vain for ${what}`)),
      PATIENCE_MS,
    );
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** A promise and the function that fulfils it. */
export function signalled(): { readonly done: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const done = new Promise<void>((settle) => (resolve = settle));
  return { done, resolve };
}
