/** Where the random part of a UUID of version 4 begins, behind its version. */
const RANDOM_FROM = 15;
/** Milliseconds are 48 bits. */
const MOST_MS = 2 ** 48 - 1;

/**
 * Returns a UUID of version 7 (RFC 9562 §5.7), which begins with the time. What is written together has
 * its place at the end of an index, on one page; random ones would change a page each, of an index
 * that grows for ever.
 */
export function timedUuid(now: number): string {
  const time = Math.min(MOST_MS, Math.max(0, Math.floor(now)))
    .toString(16)
    .padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(RANDOM_FROM)}`;
}
