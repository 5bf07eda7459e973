/** A value that is here, or one to wait for. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Returns whether a value is one to wait for, also where its promise is of another library. */
export function isPromise<Value>(given: MaybePromise<Value>): given is Promise<Value> {
  return typeof given === 'object' && given !== null && 'then' in given;
}

/**
 * Returns what `next` makes of a value: at once where it is here, because a turn and a promise for
 * each answer that a store has in memory add up to a good part of a short request.
 */
export function andThen<Value, Next>(
  given: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Next>,
): MaybePromise<Next> {
  return isPromise(given) ? given.then(next) : next(given);
}
