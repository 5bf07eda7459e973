/** A value that is here, or one to wait for. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Returns whether `await` would wait for a value: its promise may be of another library. */
export function isPromise<Value>(given: MaybePromise<Value>): given is Promise<Value> {
  const mayHaveThen = (typeof given === 'object' && given !== null) || typeof given === 'function';
  return mayHaveThen && 'then' in given;
}

/**
 * Returns what `next` makes of a value: at once where it is here, because a turn and a promise for
 * each answer that a store has in memory add up to a good part of a short request.
 */
export function andThen<Value, Next>(
  given: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Next>,
): MaybePromise<Next> {
  // Not its own `then`, which may return nothing.
  return isPromise(given) ? Promise.resolve(given).then(next) : next(given);
}
