const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/**
 * Returns how long to wait before retry number `retry`, from 1, in milliseconds: any time up to 1 s,
 * 2 s, 4 s … 30 s ("full jitter"), and never less than the receiver asked for.
 *
 * @param random From 0 to 1.
 */
export function backOffOf(retry: number, random: number, atLeastMs = 0): number {
  const ceiling = Math.min(FIRST_MS * 2 ** (retry - 1), LONGEST_MS);
  return Math.max(random * ceiling, atLeastMs);
}
