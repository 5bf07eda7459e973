/**
 * Returns whether a promise settles within 100 ms, counted in turns that a busy machine stretches
 * too.
 */
export async function isSoon(promise: Promise<unknown>): Promise<boolean> {
  const settled = promise.then(() => true);
  for (let turn = 0; turn < 20; turn++) {
    const turned = new Promise<false>((resolve) => setTimeout(resolve, 5, false));
    if (await Promise.race([settled, turned])) return true;
  }
  return false;
}
