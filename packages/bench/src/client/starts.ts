/**
 * Returns a function that says how many milliseconds to wait before the next request, so that one
 * begins each time `every` have passed, whatever became of the others; none without `every`. Where
 * each began as an answer ends, two answers that a busy moment let end together would be two requests
 * that begin together, and nothing parts them again.
 */
export function pauseBeforeStart(
  every: number | undefined,
  now: () => number = () => performance.now(),
): () => number {
  if (every === undefined) return () => 0;
  let due = now();
  return () => {
    const asked = now();
    // Who comes late does not let the next come early.
    due = Math.max(due + every, asked);
    return due - asked;
  };
}
