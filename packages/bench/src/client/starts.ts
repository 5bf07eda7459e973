/**
 * Returns a function that says how many milliseconds to wait before the next request, so that one
 * begins each time `every` have passed, whatever became of the others. Without `every` it says 0. If
 * each request began as an answer ended, two answers that a busy moment let end together would become
 * two requests that begin together, and nothing would part them again.
 */
export function pauseBeforeStart(
  every: number | undefined,
  now: () => number = () => performance.now(),
): () => number {
  if (every === undefined) return () => 0;
  let due = now();
  return () => {
    const asked = now();
    // A late request does not let the next one come early.
    due = Math.max(due + every, asked);
    return due - asked;
  };
}
