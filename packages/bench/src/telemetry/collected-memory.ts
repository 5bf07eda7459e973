/** Collects what is dead. Twice: what the first finds may hold on to memory until the second. */
export function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error('needs --expose-gc');
  globalThis.gc();
  globalThis.gc();
}
