/**
 * Returns the same sequence, with `end` called exactly once: when it is over, when it fails, when
 * its reader leaves, even before reading anything (which a generator's own `finally` would miss),
 * and when `signal` aborts while it is not being read.
 */
export function withEnding<Item>(
  items: AsyncGenerator<Item, void>,
  signal: AbortSignal | undefined,
  end: () => Promise<void>,
): AsyncIterableIterator<Item> {
  let ending: Promise<void> | undefined;
  const endOnce = () => {
    signal?.removeEventListener('abort', leave);
    return (ending ??= end());
  };
  const leave = () => void endOnce();
  if (signal?.aborted) leave();
  signal?.addEventListener('abort', leave, { once: true });

  return {
    async next() {
      try {
        const result = await items.next();
        if (result.done) await endOnce();
        return result;
      } catch (error) {
        await endOnce();
        throw error;
      }
    },
    async return() {
      // `end` first: it aborts what the generator may be waiting for.
      await endOnce();
      await items.return();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
