import { systemClock } from '@model-gateway/core';

/** Waits until `check` holds, looking often, and fails with a sentence after `milliseconds`. */
export async function until(
  what: string,
  check: () => boolean | Promise<boolean>,
  milliseconds = 20_000,
): Promise<number> {
  const start = systemClock.now();
  while (!(await check())) {
    const waited = systemClock.now() - start;
    if (waited > milliseconds) throw new Error(`waited ${waited} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return systemClock.now() - start;
}
